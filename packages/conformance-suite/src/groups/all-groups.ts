import type { ConformanceCase } from "../sandbox/conformance-case.ts";
import { attackCases, wayOutCases } from "./attacks.ts";
import { applicationCallCases } from "./application-calls.ts";
import { callCases } from "./calls.ts";
import { cancellationCases } from "./cancellation.ts";
import { closeCases } from "./close.ts";
import { concurrencyCases } from "./concurrency.ts";
import { errorCases } from "./errors.ts";
import { hookAndRouteCases } from "./hooks-and-routes.ts";
import { hostCallCases } from "./host-calls.ts";
import { isolationCases } from "./isolation.ts";
import { lifecycleCases } from "./lifecycle.ts";
import { limitCases } from "./limits.ts";
import { messageCases } from "./messages.ts";
import { notificationCases } from "./notifications.ts";
import { preopenCases } from "./preopens.ts";
import { refusalCases } from "./refusals.ts";
import { stateCases } from "./state.ts";
import { usageCases } from "./usage.ts";

/** Every case that every backend is tried on, by group. */
export const conformanceCases: readonly ConformanceCase[] = [
  ...lifecycleCases,
  ...callCases,
  ...errorCases,
  ...hostCallCases,
  ...applicationCallCases,
  ...stateCases,
  ...concurrencyCases,
  ...limitCases,
  ...messageCases,
  ...isolationCases,
  ...wayOutCases,
  ...preopenCases,
  ...notificationCases,
  ...hookAndRouteCases,
  ...cancellationCases,
  ...usageCases,
  ...refusalCases,
  ...attackCases,
  ...closeCases,
];
