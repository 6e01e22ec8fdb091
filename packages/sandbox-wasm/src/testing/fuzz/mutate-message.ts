import type { RandomSource } from "./random-source.ts";

/** Messages that a guest may send: answers, requests, notifications. */
const messages: readonly string[] = [
  '{"jsonrpc":"2.0","id":2,"result":{"a":[1,2,{"b":null}]}}',
  '{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no","data":{"code":"GUEST_ERROR"}}}',
  '{"jsonrpc":"2.0","id":7,"method":"kv/get","params":{"key":"a"}}',
  '{"jsonrpc":"2.0","id":"x","method":"kv/set","params":{"key":"a","value":{"deep":[[[[]]]]}}}',
  '{"jsonrpc":"2.0","method":"log","params":{"level":"info","message":"hello"}}',
  '{"jsonrpc":"2.0","id":8,"method":"net/fetch","params":{"url":"https://api.example.dev/","headers":[["a","b"]]}}',
];

type Mutation = (text: string, random: RandomSource) => string;

const mutations: readonly Mutation[] = [
  (text, random) => replaced(text, random, 1, ""),
  (text, random) => replaced(text, random, 0, random.pick(['"', "{", "}", "[", "]", ",", ":", "\\", "\0", "\u202e", "\ud800", "é", "\n", "1e999", "-0", "null"])),
  (text, random) => replaced(text, random, 1 + random.below(10), text.slice(random.below(text.length))),
  (text, random) => text.replace(/"id":("?\w+"?)/, `"id":${random.pick(["null", "[]", "{}", '""', "1.5", "-1", "9007199254740993", `"${"x".repeat(200)}"`, "true"])}`),
  (text, random) => text.replace(/"method":"[^"]*"/, `"method":${random.pick(['"__proto__"', '"toString"', '""', "7", '"kv/steal"', `"${"m".repeat(300)}"`, '"initialize"', '"rpc.discover"'])}`),
  (text, random) => text.replace(/"params":/, `"params":${random.pick(["[", "null,\"x\":", '{"__proto__":{"a":1},"params":'])}`),
  (text, random) => `${"[".repeat(random.pick([10, 63, 64, 65, 5000]))}${text}`,
  (text) => text.replaceAll('"2.0"', '"1.0"'),
  (text) => text.replace("{", '{"jsonrpc":"2.0",'),
  (text, random) => text + random.pick(messages),
  (text, random) => text.padEnd(random.pick([1000, 100_000]), " "),
];

/** A message of a guest with one to four faults, as bytes: some of them no UTF-8. */
export function mutateMessage(random: RandomSource): Uint8Array {
  let text = random.pick(messages);
  for (let faults = random.below(5); faults > 0; faults--) text = random.pick(mutations)(text, random);
  const bytes = Uint8Array.from(Buffer.from(text));
  return random.below(10) === 0 && bytes.length > 0 ? bytes.with(random.below(bytes.length), 0x80 + random.below(128)) : bytes;
}

function replaced(text: string, random: RandomSource, length: number, by: string): string {
  const place = random.below(text.length + 1);
  return text.slice(0, place) + by + text.slice(place + length);
}
