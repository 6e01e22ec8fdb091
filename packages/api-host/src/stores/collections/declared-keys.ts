import { AmbitError, type CollectionDeclaration, type JsonObject } from "@ambit/api-types";
import { keyRank, orderKey } from "./order-key.ts";

/** The fields that queries may use: all that stand in an index. */
export function declaredFields(declaration: CollectionDeclaration): ReadonlySet<string> {
  return new Set([...(declaration.indexes ?? []), ...(declaration.uniqueIndexes ?? [])].flat());
}

/**
 * Checks a field that a query names.
 *
 * @throws AmbitError `INVALID_PARAMS` naming it, where no index holds it.
 */
export function requireDeclared(declaration: CollectionDeclaration, field: string): string {
  if (declaredFields(declaration).has(field)) return field;
  throw new AmbitError("INVALID_PARAMS", `The field "${field.slice(0, 64)}" is in no index of the collection; declare it in the manifest.`);
}

/** The order key of one field of a document. */
export function fieldKey(data: JsonObject, field: string): Buffer {
  return orderKey(Object.hasOwn(data, field) ? data[field] : undefined);
}

/** One value that may occur once: the name of its index, and the fields' keys together. */
export interface UniqueKey {
  readonly index: string;
  readonly key: Buffer;
}

/** What a document claims in each unique index; nothing where one of the index's fields is null or absent. */
export function uniqueKeys(declaration: CollectionDeclaration, data: JsonObject): readonly UniqueKey[] {
  return (declaration.uniqueIndexes ?? []).flatMap((index) => {
    const fields = [index].flat();
    const keys = fields.map((field) => fieldKey(data, field));
    if (keys.some((key) => key[0] === keyRank.none)) return [];
    return [{ index: JSON.stringify(fields), key: Buffer.concat(keys.map(measured)) }];
  });
}

/** The error of a document that claims what another one has. */
export function uniqueViolation(index: string): AmbitError {
  return new AmbitError("REFUSED", `Another document has the same value of ${index.slice(0, 200)}, which may occur once.`);
}

/** With its length in front, so that two lists of keys are equal only when each key is. */
function measured(key: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(key.length);
  return Buffer.concat([length, key]);
}
