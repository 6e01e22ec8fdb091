import type { DataEncoding } from "@ambit/api-types";
import type { HttpAnswer } from "../connection/http-answer.ts";
import { encodeData } from "../data/data-encoding.ts";
import type { TypedAnswer } from "../proxy/define-proxy.ts";

/** What `net/fetch` answers where the whole body came. */
export function wholeAnswer(answer: HttpAnswer, bytes: Buffer, wanted: DataEncoding | undefined): TypedAnswer<"net/fetch"> {
  const { status, statusText, headers, note } = answer;
  const { data, encoding } = encodeData(bytes, wanted);
  return { result: { status, statusText, headers, body: data, encoding }, bytesIn: bytes.length, ...(note && { note }) };
}
