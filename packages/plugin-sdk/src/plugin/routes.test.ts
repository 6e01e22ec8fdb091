import { AmbitError, toErrorReply } from "@ambit/api-types";
import { expect, test } from "vitest";
import { isHostError } from "../error/host-error.ts";
import { httpError } from "./routes.ts";

test("an HTTP status is handed on as a refusal that carries it", () => {
  const error = httpError(404, "No such form.");
  expect(isHostError(error, "REFUSED")).toBe(true);
  expect([error.number, error.message, error.details]).toEqual([-32_404, "No such form.", { httpStatus: 404 }]);
  expect(AmbitError.isInstance(error) && toErrorReply(error)).toMatchObject({ code: -32_404, data: { code: "REFUSED", httpStatus: 404 } });
});
