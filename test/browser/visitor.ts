import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { writeHtml } from "../../src/internal/render/html/html.ts";
import type { Report } from "../../src/internal/report/model.ts";
import { axeFile, type Browser, type Page, SHOTS } from "./chromium.ts";
import { tally } from "./tally.ts";

/** How a page is looked at. */
export interface Look {
  readonly width?: number;
  readonly isDark?: boolean;
  readonly hasScript?: boolean;
}

/** A page that is open, and what went on in it. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** The URL of the file, without a hash. */
  readonly url: string;
  /** Whatever the page asked for besides itself. */
  readonly requests: readonly string[];
  /** Errors, dialogs, and what the console says. */
  readonly noises: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), "verify-contract-html-"));
let files = 0;

/** Writes a report as a file. */
export function writeReport(report: Report): string {
  files += 1;
  const path = join(folder, `report-${files}.html`);
  writeFileSync(path, writeHtml(report));
  return pathToFileURL(path).href;
}

/** Opens a file as somebody would, from the disk. */
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
  tally.countPage();
  return { page, url, requests, noises, [Symbol.asyncDispose]: () => context.close() };
}

/** Whether something can be seen. */
export function isVisible(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const found = document.querySelector(${JSON.stringify(selector)});
    return found !== null && found.getClientRects().length > 0;
  })()`);
}

/** Waits for something to become true. The policy of a page forbids playwright's own way, which is to evaluate a text in it. */
export async function until(page: Page, script: string, mostMs = 5_000): Promise<void> {
  for (let waited = 0; waited < mostMs; waited += 50) {
    if (await page.evaluate<boolean>(`Boolean(${script})`)) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`not so after ${mostMs} ms: ${script}`);
}

/** What has the focus, as a selector-like text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const at = document.activeElement;
    return at === null ? "" : at.tagName.toLowerCase() + (at.id === "" ? "" : "#" + at.id) +
      (at.getAttribute("href") === null ? "" : "[" + at.getAttribute("href") + "]");
  })()`);
}

const MOST_PRESSED = 400;

/** Presses Tab until something has the focus. @returns How often; -1 where it is out of reach. */
export async function tabTo(page: Page, isThere: (what: string) => boolean, key = "Tab"): Promise<number> {
  for (let pressed = 1; pressed <= MOST_PRESSED; pressed += 1) {
    await page.keyboard.press(key);
    if (isThere(await focused(page))) return pressed;
  }
  return -1;
}

/** What axe-core finds against WCAG 2.2 AA and its best practices, a line each. */
export async function violationsOf(page: Page): Promise<string[]> {
  axe ??= readFileSync(axeFile(), "utf8");
  await page.evaluate(`${axe}; undefined`);
  const found = await page.evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  tally.countAudit(found.length);
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

let axe: string | undefined;

/** Pixels. Of a longer page the browser can't always take a picture. */
const MOST_SHOT = 6_000;

/** A picture for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
  const [width = 0, height = 0] = await page.evaluate<number[]>(
    "[innerWidth, document.documentElement.scrollHeight]",
  );
  const size = { width, height: Math.min(height, MOST_SHOT) };
  // A window as high as the picture: the browser would make room for the whole page, and may have none.
  await page.setViewportSize(size);
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: false, clip: { x: 0, y: 0, ...size } });
  tally.countShot();
}

/** Whether something is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
