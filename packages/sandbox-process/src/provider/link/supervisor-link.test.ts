import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { ConfinedRig, shellSpec } from "../../testing/confined-rig.ts";
import { askSupervisor } from "../instance/ask-supervisor.ts";
import { answerSchemas } from "./read-answer.ts";
import { SupervisorLink } from "./supervisor-link.ts";

const rig = new ConfinedRig();
afterAll(() => rig.close());

/** Nine bytes before a payload: its length, its kind, the request. */
function frame(kind: number, id: number, payload: string): string {
  const head = Buffer.alloc(9);
  head.writeUInt32LE(payload.length, 0);
  head.writeUInt8(kind, 4);
  head.writeUInt32LE(id, 5);
  return [...head].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("") + payload;
}

async function linkTo(line: string): Promise<SupervisorLink> {
  return new SupervisorLink(await rig.confiner.start(shellSpec(line, { unlimited: true })));
}

const READY = frame(10, 0, "");

test.each([
  ["rubbish", "head -c 100000 /dev/urandom; sleep 60"],
  ["a frame that is too large", "printf '\\377\\377\\377\\377\\001\\001\\001\\001\\001'; sleep 60"],
  ["an end", "exit 3"],
])("a supervisor that sends %s ends its instance before it is used", async (_name, line) => {
  const link = await linkTo(line);
  await expect(link.ready).rejects.toThrow("The supervisor ended");
  await link.ended;
  expect(link.alive).toBe(false);
});

test.each([
  ["no JSON", frame(8, 1, "rubbish")],
  ["another shape", frame(8, 1, '{"clean":"yes"}')],
  ["nothing it was asked for", frame(2, 1, "data")],
])("a supervisor that answers with %s ends its instance", async (_name, answer) => {
  const link = await linkTo(`printf '${READY}'; read -r line; printf '${answer.replaceAll("%", "%%")}'; sleep 60`);
  await link.ready;
  const asked = askSupervisor(link, { op: "ping" }, answerSchemas.tree);
  // The script reads a line, which a frame is not.
  link.request({ op: "stat", path: "\n" }, { done: () => undefined, failed: () => undefined, lost: () => undefined });
  void link.request({ op: "write", path: "/" }, { done: () => undefined, failed: () => undefined, lost: () => undefined }).data(Buffer.from("\n"));
  await expect(asked).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
  await link.ended;
});

test("answers to what nobody asked are nobody's", async () => {
  const link = await linkTo(`printf '${frame(8, 99, "{}")}${READY}${frame(9, 98, "{}")}'; sleep 60`);
  await link.ready;
  expect(link.alive).toBe(true);
  await link.stop();
});

test("many that wait for a supervisor to take their bytes wait for one moment, and for no longer than it lives", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error): void => void warnings.push(warning);
  process.on("warning", listen);
  const link = await linkTo(`printf '${READY}'; sleep 60`);
  await link.ready;
  let lost = 0;
  const sent = Array.from({ length: 40 }, () => {
    const request = link.request({ op: "write", path: "/" }, { done: () => undefined, failed: () => undefined, lost: () => void lost++ });
    return request.data(Buffer.alloc(1024 * 1024));
  });
  expect(await Promise.race([Promise.all(sent), pause(200, "waits")])).toBe("waits");
  await link.stop();
  await Promise.all(sent);
  await expect.poll(() => lost).toBe(40);
  process.off("warning", listen);
  expect(warnings.map(({ name }) => name)).not.toContain("MaxListenersExceededWarning");
});
