// Written from the call table by scripts/write-wit.ts; do not edit.

/** One function of `ambit:plugin` and the call it stands for. */
export interface ComponentCall {
  readonly method: string;
  /** Interface and function, as a component imports them. */
  readonly face: string;
  readonly name: string;
  /** Where its parameters and its result hold a JSON text for any value; `[]` stands for every item of a list. */
  readonly params: readonly (readonly string[])[];
  readonly result: readonly (readonly string[])[];
}

/** Every function that `ambit:plugin` offers. */
export const componentCalls: readonly ComponentCall[] = [
  {"method":"net/fetch","face":"net","name":"fetch","params":[],"result":[]},
  {"method":"net/stream","face":"net","name":"stream","params":[],"result":[]},
  {"method":"stream/read","face":"stream","name":"read","params":[],"result":[]},
  {"method":"stream/close","face":"stream","name":"close","params":[],"result":[]},
  {"method":"ws/open","face":"ws","name":"open","params":[],"result":[]},
  {"method":"ws/send","face":"ws","name":"send","params":[],"result":[]},
  {"method":"ws/receive","face":"ws","name":"receive","params":[],"result":[]},
  {"method":"ws/close","face":"ws","name":"close","params":[["code"]],"result":[]},
  {"method":"tcp/open","face":"tcp","name":"open","params":[],"result":[]},
  {"method":"tcp/read","face":"tcp","name":"read","params":[],"result":[]},
  {"method":"tcp/write","face":"tcp","name":"write","params":[],"result":[]},
  {"method":"tcp/close","face":"tcp","name":"close","params":[],"result":[]},
  {"method":"fs/read","face":"fs","name":"read","params":[],"result":[]},
  {"method":"fs/write","face":"fs","name":"write","params":[],"result":[]},
  {"method":"fs/stat","face":"fs","name":"stat","params":[],"result":[]},
  {"method":"fs/list","face":"fs","name":"list","params":[],"result":[]},
  {"method":"fs/canon","face":"fs","name":"canon","params":[],"result":[]},
  {"method":"kv/get","face":"kv","name":"get","params":[],"result":[["value"]]},
  {"method":"kv/set","face":"kv","name":"set","params":[["value"]],"result":[]},
  {"method":"kv/delete","face":"kv","name":"delete","params":[],"result":[]},
  {"method":"kv/list","face":"kv","name":"list","params":[],"result":[["entries","[]","value"]]},
  {"method":"storage/get","face":"storage","name":"get","params":[],"result":[["data"]]},
  {"method":"storage/put","face":"storage","name":"put","params":[["data"]],"result":[]},
  {"method":"storage/delete","face":"storage","name":"delete","params":[],"result":[]},
  {"method":"storage/query","face":"storage","name":"query","params":[["where"]],"result":[["items","[]","data"]]},
  {"method":"storage/count","face":"storage","name":"count","params":[["where"]],"result":[]},
  {"method":"storage/getMany","face":"storage","name":"getMany","params":[],"result":[["items","[]","data"]]},
  {"method":"storage/putMany","face":"storage","name":"putMany","params":[["items","[]","data"]],"result":[]},
  {"method":"storage/deleteMany","face":"storage","name":"deleteMany","params":[],"result":[]},
  {"method":"proc/spawn","face":"proc","name":"spawn","params":[["env"]],"result":[]},
  {"method":"proc/read","face":"proc","name":"read","params":[],"result":[]},
  {"method":"proc/write","face":"proc","name":"write","params":[],"result":[]},
  {"method":"proc/kill","face":"proc","name":"kill","params":[],"result":[]},
  {"method":"timer/set","face":"timer","name":"set","params":[],"result":[]},
  {"method":"timer/cancel","face":"timer","name":"cancel","params":[],"result":[]},
  {"method":"secrets/get","face":"secrets","name":"get","params":[],"result":[]},
  {"method":"log","face":"log","name":"log","params":[],"result":[]},
];
