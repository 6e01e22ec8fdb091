import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";

/** Names a declared secret. */
export interface SecretGetParams {
  readonly name: string;
}
/** Answer of `secrets/get`. */
export interface SecretGetResult {
  readonly value: string;
}

/** `secrets/get` */
export const secretsGet: CallDefinition<SecretGetParams, SecretGetResult> = defineCall({
  method: "secrets/get",
  summary: "Reads one declared secret.",
  params: z.strictObject({ name: z.string().min(1).max(64) }),
  result: z.strictObject({ value: z.string() }),
  needs: { kind: "secrets" },
  limits: [],
  target: "secret",
  errors: ["PERMISSION_DENIED", "SECRET_NOT_SET", "STORE_FAILED"],
  writes: false,
  example: { name: "token" },
});
