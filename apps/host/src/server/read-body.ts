import type { HonoRequest } from "hono";
import { AmbitError, type JsonBounds, parseBoundedJson } from "@ambit/api-types";
import type { z } from "zod";

const bounds: JsonBounds = { bytes: 1024 * 1024, depth: 64 };

/**
 * Reads a JSON body, bounded before it is parsed, and checks its shape.
 *
 * @throws AmbitError `INVALID_REQUEST`, `INVALID_PARAMS`, `MESSAGE_TOO_LARGE`, `MESSAGE_TOO_DEEP` or `MESSAGE_MALFORMED`.
 */
export async function readBody<Body>(request: HonoRequest, schema: z.ZodType<Body>): Promise<Body> {
  if (!/^application\/json\b/.test(request.header("content-type") ?? "")) throw new AmbitError("INVALID_REQUEST", "The body must be application/json.");
  const value = parseBoundedJson(await readText(request), bounds);
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new AmbitError("INVALID_PARAMS", `${issue?.path.join(".") || "The body"}: ${issue?.message ?? "is wrong"}`);
}

async function readText(request: HonoRequest): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > bounds.bytes) throw new AmbitError("MESSAGE_TOO_LARGE", `The body is larger than ${bounds.bytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
