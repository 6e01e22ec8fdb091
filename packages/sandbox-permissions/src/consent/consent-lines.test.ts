import { describe, expect, it } from "vitest";
import { sampleHost, sampleManifest } from "../testing/sample-policy.ts";
import { consentLines } from "./consent-lines.ts";

const linesFor = (permissions: Record<string, unknown>, host = sampleHost) => consentLines(sampleManifest({ permissions }), host);

describe("rules, section 7: one line per permission, in fixed words", () => {
  it.each([
    ["network", "api.example.dev", "medium", "Connects to api.example.dev"],
    ["network", "api.example.dev:8443", "medium", "Connects to api.example.dev on port 8443"],
    ["network", "*.example.dev", "high", "Connects to every host below example.dev"],
    ["network", "tcp:db.example.dev:5432", "high", "Opens raw connections to db.example.dev on port 5432"],
    ["network", "{account}", "medium", "Connects to the instances you give it"],
    ["network", "local:shared", "medium", "Talks to the local server that the application started"],
    ["network", "*", "danger", "Connects to any public host on the internet"],
    ["files", "plugin", "low", "Reads its own files"],
    ["files", "rw:temp", "low", "Writes a private temporary folder"],
    ["files", "docs", "medium", "Reads docs"],
    ["files", "rw:workspace", "high", "Reads and writes workspace"],
    ["commands", "git log *", "danger", "Runs this command on your computer: git log *"],
    ["secrets", "token", "medium", 'Uses the secret "token" that you set for it'],
    ["events", "ticket.column", "low", 'Is told when "ticket.column" happens'],
    ["capabilities", "content:read", "medium", "Reads your articles"],
  ])("%s %s", (section, entry, severity, text) => {
    expect(linesFor({ [section]: [entry] })).toMatchObject([{ severity, text }]);
  });

  it("is sorted by severity, then text, and has stable keys", () => {
    const lines = linesFor({ network: ["b.example.dev", "A.example.dev", "*"], files: ["docs"], commands: ["rg TODO", "git status"], storage: { notes: {} } });
    expect(lines.map((line) => line.key)).toEqual([
      "network:*", "commands:git status", "commands:rg TODO", "network:a.example.dev", "network:b.example.dev", "files:read:docs", "storage:notes",
    ]);
  });

  it("has the author's reason and who enforces it", () => {
    const host = { ...sampleHost, applicationName: "Acme Desk" };
    expect(linesFor({ network: [{ host: "api.example.dev", reason: "Looks things up" }, "local:shared"] }, host)).toMatchObject([
      { reason: "Looks things up", enforcedBy: "enforced by Acme Desk" },
      { text: "Talks to the local server that Acme Desk started", enforcedBy: "enforced by Acme Desk" },
    ]);
  });

  it("shows hosts in plain letters and warns of how others write them", () => {
    expect(linesFor({ network: ["例え.jp"] })).toMatchObject([{ text: "Connects to xn--r8jz45g.jp", warning: expect.stringContaining("例え.jp") }]);
  });

  it("warns of credentials, of any host, and of what a capability includes", () => {
    expect(linesFor({ files: [{ root: "agentHome", reason: "Finds its login" }] })).toMatchObject([{ severity: "danger", warning: "This folder holds credentials" }]);
    expect(linesFor({ network: ["*"] })[0]?.warning).toBeTypeOf("string");
    expect(linesFor({ capabilities: ["content:admin"] })[0]?.warning).toBe("This includes content:read, content:write");
  });

  it("says nothing of limits, and each thing once", () => {
    expect(consentLines(sampleManifest({ limits: { fetchSeconds: 60 } }), sampleHost)).toEqual([]);
    expect(linesFor({ network: ["a.example.dev", "A.EXAMPLE.dev:443"] })).toHaveLength(1);
  });
});
