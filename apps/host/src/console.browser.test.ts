import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningConsole, startConsole } from "./testing/running-console.ts";

const EXECUTABLE = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

let served: RunningConsole;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  if (EXECUTABLE === undefined) throw new Error("No Chromium is on this machine. Install it: apt-get install chromium");
  served = await startConsole();
  browser = await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
  page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  // A refused tool call is an answer with an error status, which the browser notes by itself.
  page.on("console", (message) => message.type() === "error" && !message.text().startsWith("Failed to load resource") && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const journalRow = (text: string): ReturnType<Page["locator"]> => page.locator(".journal tbody tr", { hasText: text }).first();

async function runReport(): Promise<void> {
  await page.getByLabel("path").fill("guide.md");
  await page.getByRole("button", { name: "Run report" }).click();
}

describe("the console in a real browser", () => {
  it("opens with the printed address and takes the token out of it", async () => {
    await page.goto(served.address());
    await page.getByRole("button", { name: /Word report/ }).waitFor();
    expect(page.url()).toBe(`${served.origin}/`);
  });

  it("shows the install window and lets nothing run before it is accepted", async () => {
    await page.getByRole("button", { name: /Word report/ }).click();
    await page.getByRole("heading", { name: "Install Word report?" }).waitFor();
    expect(await page.getByRole("checkbox").count()).toBe(1);
    expect(await page.getByText("To read the text you name.").isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Run report" }).count()).toBe(0);
  });

  it("runs a tool with typed input once accepted, and shows it in the journal", async () => {
    await page.getByRole("button", { name: "Accept and install" }).click();
    await runReport();
    await page.locator("pre", { hasText: '"sentences"' }).waitFor();
    await journalRow("tool/call").waitFor();
    expect(await journalRow("tool/call").textContent()).toContain("ok");
  });

  it("lets a person take a line away by keyboard alone, and shows the refusal", async () => {
    await page.getByRole("button", { name: "Change…" }).focus();
    await page.keyboard.press("Enter");
    // The window takes the focus when it opens, so that the next key is for it.
    await page.waitForFunction("document.activeElement?.id === 'install-heading'");
    expect(await page.getByRole("heading", { name: "What Word report may do" }).isVisible()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("taken away").waitFor();
    await runReport();
    await page.locator(".tool .failure", { hasText: "PERMISSION_DENIED" }).waitFor();
    await journalRow("fs/stat").waitFor();
    expect(await journalRow("fs/stat").textContent()).toContain("PERMISSION_DENIED");
  });

  it("takes addresses, settings and secrets for a plugin, and never shows a secret again", async () => {
    await page.getByRole("button", { name: /Greeter/ }).click();
    await page.getByRole("button", { name: "Accept and install" }).click();
    await page.getByLabel("Your instances").fill("ftp://127.0.0.1");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.locator(".settings .failure", { hasText: "must be an http or https address" }).waitFor();
    await page.getByLabel("Your instances").fill("http://127.0.0.1:9");
    await page.getByLabel("greeting").fill("Good day");
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.locator(".settings .done").waitFor();
    await page.getByRole("textbox", { name: /GREETER_KEY/ }).fill("hush-hush");
    await page.getByRole("button", { name: "Give", exact: true }).click();
    await page.getByRole("button", { name: "Forget" }).waitFor();
    await page.getByRole("button", { name: "Run given" }).click();
    await page.locator("pre", { hasText: '"secretLength": 9' }).waitFor();
    expect(await page.locator("pre").textContent()).toContain("Good day");
    await page.reload();
    await page.getByRole("button", { name: /Greeter/ }).click();
    await page.getByRole("button", { name: "Forget" }).waitFor();
    expect(await page.getByLabel("Your instances").inputValue()).toBe("http://127.0.0.1:9");
    expect(await page.getByRole("textbox", { name: /GREETER_KEY/ }).inputValue()).toBe("");
    await page.getByRole("button", { name: "Forget" }).click();
    await page.getByText("(secret, not given yet)").waitFor();
  });

  it("keeps its session over a reload, and has none in another tab", async () => {
    await page.reload();
    await page.getByRole("button", { name: /Word report/ }).waitFor();
    const other = await browser.newPage();
    await other.goto(`${served.origin}/`);
    await other.getByRole("heading", { name: "No session" }).waitFor();
    await other.close();
  });

  it("gave the browser nothing to complain about", () => {
    expect(complaints).toEqual([]);
  });
});
