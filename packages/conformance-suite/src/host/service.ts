import type { CallGrant, JsonObject, JsonValue } from "@ambit/api-types";

/** Serves one call that the judge allowed. Params are valid by the call's schema. */
export type Service = (params: JsonObject, grant: CallGrant) => JsonValue;
