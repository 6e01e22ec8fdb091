import { type CapabilityCall, defineCapabilityCall } from "@ambit/api-types";
import { z } from "zod";
import { idSchema, nameSchema } from "../shapes.ts";
import type { Taxonomies } from "../site/taxonomies.ts";

const locale = z.string().max(35).exactOptional();
const taxonomySchema = z.object({ name: z.string(), label: z.string(), labelSingular: z.string().nullable(), hierarchical: z.boolean(), collections: z.array(z.string()).readonly(), locale: z.string() });
const termSchema = z.object({ id: z.string(), taxonomy: z.string(), slug: z.string(), label: z.string(), parentId: z.string().nullable(), locale: z.string() });

/** The calls of `taxonomies:read`. */
export function taxonomyCalls(taxonomies: Taxonomies): readonly CapabilityCall[] {
  return [
    defineCapabilityCall({
      method: "taxonomies/getAll",
      summary: "Lists the taxonomies.",
      params: z.strictObject({ locale }),
      result: z.array(taxonomySchema).readonly(),
      writes: false,
      example: {},
      run: (options) => taxonomies.all(options.locale),
    }),
    defineCapabilityCall({
      method: "taxonomies/getTerms",
      summary: "Lists the terms of a taxonomy by their labels.",
      params: z.strictObject({ taxonomy: nameSchema, locale }),
      result: z.array(termSchema).readonly(),
      writes: false,
      example: { taxonomy: "category" },
      run: (options) => taxonomies.terms(options.taxonomy, options.locale),
    }),
    defineCapabilityCall({
      method: "taxonomies/getEntryTerms",
      summary: "Lists the terms of an entry.",
      params: z.strictObject({ collection: nameSchema, entryId: idSchema, taxonomy: nameSchema.exactOptional(), locale }),
      result: z.array(termSchema).readonly(),
      writes: false,
      example: { collection: "posts", entryId: "p1" },
      run: ({ collection, entryId, ...options }) => taxonomies.termsOf(collection, entryId, options),
    }),
  ];
}
