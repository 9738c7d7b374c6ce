import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { writeHtml } from "../../src/internal/render/html/html.ts";
import type { Report } from "../../src/internal/report/model.ts";
import { axeFile, type Browser, type Page, SHOTS } from "./chromium.ts";
import { tally } from "./tally.ts";

export interface Look {
  readonly width?: number;
  readonly isDark?: boolean;
  readonly hasScript?: boolean;
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Without a hash. */
  readonly url: string;
  /** Requests beyond the page itself. */
  readonly requests: readonly string[];
  /** Errors, dialogs and console messages. */
  readonly noises: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), "verify-contract-html-"));
let files = 0;

export function writeReport(report: Report): string {
  files += 1;
  const path = join(folder, `report-${files}.html`);
  writeFileSync(path, writeHtml(report));
  return pathToFileURL(path).href;
}

export async function visit(browser: Browser, url: string, look: Look = {}, hash = ""): Promise<Visit> {
  const { width = 1280, isDark = false, hasScript = true } = look;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: isDark ? "dark" : "light",
    javaScriptEnabled: hasScript,
  });
  if (hasScript) await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const requests: string[] = [];
  const noises: string[] = [];
  page.on("request", (request) => {
    const asked = request.url?.() ?? "";
    if (!asked.startsWith(url)) requests.push(asked);
  });
  page.on("console", (message) => noises.push(message.text?.() ?? ""));
  page.on("pageerror", (error) => noises.push(error.message ?? "an error"));
  page.on("dialog", () => noises.push("a dialog"));
  await page.goto(hash === "" ? url : `${url}#${hash}`);
  tally.pages += 1;
  return { page, url, requests, noises, [Symbol.asyncDispose]: () => context.close() };
}

export function isVisible(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const found = document.querySelector(${JSON.stringify(selector)});
    return found !== null && found.getClientRects().length > 0;
  })()`);
}

const MOST_MS = 5_000;

/** The pages' policy forbids playwright's own way, which evaluates text in them. */
export async function until(page: Page, script: string): Promise<void> {
  for (let waited = 0; waited < MOST_MS; waited += 50) {
    if (await page.evaluate<boolean>(`Boolean(${script})`)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`not so after ${MOST_MS} ms: ${script}`);
}

export function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const at = document.activeElement;
    return at === null ? "" : at.tagName.toLowerCase() + (at.id === "" ? "" : "#" + at.id) +
      (at.getAttribute("href") === null ? "" : "[" + at.getAttribute("href") + "]");
  })()`);
}

const MOST_PRESSED = 400;

/** @returns The number of presses, or -1. */
export async function tabTo(page: Page, isThere: (what: string) => boolean, key = "Tab"): Promise<number> {
  for (let pressed = 1; pressed <= MOST_PRESSED; pressed += 1) {
    await page.keyboard.press(key);
    if (isThere(await focused(page))) return pressed;
  }
  return -1;
}

/** Findings against WCAG 2.2 AA and best practices, one line each. */
export async function violationsOf(page: Page): Promise<string[]> {
  axe ??= readFileSync(axeFile(), "utf8");
  await page.evaluate(`${axe}; undefined`);
  const found = await page.evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  tally.audits += 1;
  tally.violations += found.length;
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

let axe: string | undefined;

/** Pixels. The browser can't always capture a longer page. */
const MOST_SHOT = 6_000;

export async function shoot(page: Page, name: string): Promise<void> {
  const [width = 0, height = 0] = await page.evaluate<number[]>(
    "[innerWidth, document.documentElement.scrollHeight]",
  );
  const size = { width, height: Math.min(height, MOST_SHOT) };
  // The window has the picture's size: the browser may lack memory for the whole page.
  await page.setViewportSize(size);
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: false, clip: { x: 0, y: 0, ...size } });
  tally.shots += 1;
}

export function overflow(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
