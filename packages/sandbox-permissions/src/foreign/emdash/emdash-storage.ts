import type { JsonNode } from "../../manifest/json-node.ts";
import type { TargetManifest } from "../foreign-reading.ts";
import { makeList, makeObject } from "../make-node.ts";
import type { SourceObject, SourceValue } from "../source-value.ts";

const FIELD = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;
const MOST_INDEXES = 16;
const MOST_FIELDS = 8;

/** Converts the declared collections: the form is the same, and an index that is refused here is left out. */
export function convertStorage(source: SourceObject, target: TargetManifest): void {
  const storage = source.take("storage");
  const collections = storage?.object();
  if (storage === undefined || collections === undefined) return;
  const entries = collections.takeRest().flatMap(([name, value]): [string, JsonNode][] => {
    const collection = value.object();
    return collection === undefined ? [] : [[name, convertCollection(collection)]];
  });
  if (entries.length > 0) target.ask("storage", makeObject(entries, storage.node.offset));
}

function convertCollection(collection: SourceObject): JsonNode {
  const lists = ["indexes", "uniqueIndexes"].flatMap((key): [string, JsonNode][] => {
    const list = collection.take(key);
    return list === undefined ? [] : [[key, makeList(keptIndexes(list, key), list.node.offset)]];
  });
  collection.refuseRest();
  return makeObject(lists, collection.value.node.offset);
}

function keptIndexes(list: SourceValue, key: string): readonly JsonNode[] {
  const kept: JsonNode[] = [];
  for (const item of list.items()) {
    const fields = item.node.kind === "array" ? item.items().map((field) => field.text()) : [item.text()];
    if (fields.includes(undefined)) continue;
    const fits = fields.length <= MOST_FIELDS && fields.every((field) => FIELD.test(field ?? "")) && kept.length < MOST_INDEXES;
    if (fits) kept.push(item.node);
    else if (key === "uniqueIndexes") item.fault(`cannot be kept unique here: at most ${MOST_INDEXES} lists of at most ${MOST_FIELDS} plain field names`);
    else item.lost(`is left out: at most ${MOST_INDEXES} indexes of at most ${MOST_FIELDS} plain field names`);
  }
  return kept;
}
