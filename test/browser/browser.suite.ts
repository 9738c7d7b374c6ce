// npm run test:browser
//
// The HTML report in Chromium, which npm installs into .tmp/browser: by keyboard alone, without scripts, dark, on paper, on a
// phone, with hostile names, and with 2,000 contracts. axe-core finds nothing, and no page uses the network. The pictures in
// .tmp/browser/shots are for people.
//
// The last line of stdout is JSON: pages, audits by axe-core and their violations, requests to the network, shots, sizes in
// bytes (shell, one contract, one more row), and for 2,000 contracts usableMs, filterMs and nodes.

import { join } from "node:path";
import { assert } from "chai";
import { writeHtml } from "../../src/internal/render/html/html.ts";
import { printAtExit } from "../helpers/chosen-run.ts";
import { DEPLOYMENT } from "../helpers/deployments/recorded-report.ts";
import { withoutShell } from "../helpers/html-shell.ts";
import { reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";
import { type Browser, launchBrowser, SHOTS } from "./chromium.ts";
import { DRIFT, fleet, HOSTILE_REPORT, MANY, SINGLES, severalChains, viewOf } from "./subjects.ts";
import { tally } from "./tally.ts";
import {
  focused,
  isVisible,
  type Look,
  overflow,
  shoot,
  tabTo,
  until,
  violationsOf,
  visit,
  writeReport,
} from "./visitor.ts";

const LOOKS: Readonly<Record<string, Look>> = { light: {}, dark: { isDark: true }, phone: { width: 390 } };

/** Single contracts are only opened on a phone, and hostile text only in light colours. */
function isWanted(name: string, how: string): boolean {
  if (name.startsWith("one-")) return how === "phone";
  return how !== "dark" || !/^(?:hostile|chains)/.test(name);
}

const PDF = join(SHOTS, "list.pdf");
/** The design's budget: a report without data. */
const MOST_SHELL_BYTES = 60_000;
/** Generous, because a shared machine may be slow; the figure is printed. */
const MOST_USABLE_MS = 5_000;

describe("the HTML report in a browser", () => {
  let browser: Browser;
  let list: string;
  before(async () => {
    browser = await launchBrowser();
    list = writeReport(DEPLOYMENT);
  });
  after(() => browser.close());

  const proxy = viewOf(DEPLOYMENT, (contract) => contract.proxy !== null);
  const failed = viewOf(DEPLOYMENT, ({ outcome }) => outcome === "check-failed");
  const stranger = viewOf(DEPLOYMENT, ({ outcome }) => outcome === "no-build");

  describe("should be complete, request nothing, and satisfy axe-core", () => {
    const pages: readonly (readonly [name: string, report: () => string, hash: string])[] = [
      ["list", () => list, ""],
      ["proxy", () => list, proxy],
      ["chains", () => writeReport(severalChains()), ""],
      ["drift", () => writeReport(DRIFT), ""],
      ["check-failed", () => list, failed],
      ["no-build", () => list, stranger],
      ...Object.entries(SINGLES).map(
        ([name, report]) => [`one-${name}`, () => writeReport(report), ""] as const,
      ),
      ["hostile", () => writeReport(HOSTILE_REPORT), ""],
      ["hostile-contract", () => writeReport(HOSTILE_REPORT), "contract-1"],
      ["hostile-mismatch", () => writeReport(HOSTILE_REPORT), "contract-6"],
    ];
    for (const [name, report, hash] of pages)
      for (const [how, look] of Object.entries(LOOKS).filter(([how]) => isWanted(name, how)))
        it(`${name}, ${how}`, async () => {
          const url = report();
          await using opened = await visit(browser, url, look, hash);
          const { page, requests, noises } = opened;
          assert.equal(await overflow(page), 0, "something is wider than the window");
          await shoot(page, `${name}-${how}`);
          assert.isUndefined(await page.evaluate("window.taken"));
          assert.deepEqual(await violationsOf(page), []);
          tally.requests += requests.length;
          assert.deepEqual(requests, []);
          assert.deepEqual(noises, []);
        });
  });

  it("should be prevented from making requests by its own policy", async () => {
    const { pathname } = new URL(list);
    await using opened = await visit(browser, list);
    // The report's own policy forbids it, so this tests the policy.
    await opened.page.evaluate(
      "document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/x' }))",
    );
    await opened.page.evaluate("new Promise((done) => setTimeout(done, 100))");
    assert.match(opened.noises.join(), /Content Security Policy/, pathname);
  });

  describe("used only by keyboard", () => {
    it("should allow searching, opening a contract, naming the parts of its code, and going back", async () => {
      await using opened = await visit(browser, list);
      const { page } = opened;
      await page.keyboard.press("/");
      assert.equal(await focused(page), "input#search");
      await page.keyboard.type("proxy");
      assert.deepEqual(
        await page.evaluate("[...document.querySelectorAll('#rows th a')].map((link) => link.textContent)"),
        ["All#Proxy", "All#Token"],
      );
      const isProxy = (what: string) => what === `a[#${proxy}]`;
      assert.isAbove(await tabTo(page, isProxy), 0);
      await page.keyboard.press("Enter");
      await until(page, `document.activeElement.id === "${proxy}"`);
      assert.isFalse(await isVisible(page, "#all"));
      assert.isTrue(await isVisible(page, `#${proxy} .claims`));

      const isPart = (what: string) => what.startsWith(`a[#${proxy}-part-`);
      assert.isAbove(await tabTo(page, isPart), 0, "a part of the map");
      const name = await page.evaluate<string>("document.activeElement.querySelector('title').textContent");
      assert.match(name, /^1: metadata \(CBOR auxdata\), bytes \d+–\d+$/);
      await page.keyboard.press("Enter");
      assert.isTrue(await isVisible(page, `#${proxy}-part-1`), "its row in the table");
      assert.isTrue(await isVisible(page, `#${proxy} .claims`), "and the contract is still there");

      assert.isAbove(await tabTo(page, (what) => what === "a[#all]", "Shift+Tab"), 0, "the way back");
      await page.keyboard.press("Enter");
      await until(page, "document.getElementById('all').getClientRects().length > 0");
    });

    it("should reach everything clickable, with a visible focus", async () => {
      await using opened = await visit(browser, list);
      const { page } = opened;
      const all = await page.evaluate<number>(
        "[...document.querySelectorAll('#all a, #all button, #all input, #all select, #all summary')].filter((each) => each.getClientRects().length > 0).length",
      );
      const reached = new Set<string>();
      for (let pressed = 0; pressed < all + 10; pressed += 1) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate<string>(`(() => {
          const at = document.activeElement;
          if (at === document.body) return "";
          at.dataset.at ??= String(document.querySelectorAll("[data-at]").length);
          const { outlineStyle } = getComputedStyle(at);
          return outlineStyle === "none" ? "no outline: " + at.outerHTML : at.dataset.at;
        })()`);
        if (at === "") break;
        assert.notMatch(at, /^no outline/);
        reached.add(at);
      }
      assert.equal(reached.size, all);
    });

    it("should filter and sort, and show how many contracts are left", async () => {
      await using opened = await visit(browser, list);
      const { page } = opened;
      const isFilter = async () =>
        (await page.evaluate<string>("document.activeElement.textContent")) === "Needs attention 3";
      while (!(await isFilter())) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      assert.equal(await page.evaluate("document.getElementById('rows').children.length"), 3);
      assert.equal(await page.evaluate("document.getElementById('shown').textContent"), "3 of 11 contracts");
    });
  });

  it("should show one chain's contracts on request, and each chain above its contracts", async () => {
    await using opened = await visit(browser, writeReport(severalChains()));
    const { page } = opened;
    const heads = "[...document.querySelectorAll('#rows .chain b')].map((head) => head.textContent)";
    assert.deepEqual(await page.evaluate(heads), [
      "testnet (chain 296)",
      "base (chain 8453)",
      "hedera (chain 295)",
    ]);
    await page.evaluate(`(() => {
      const chain = document.getElementById("chain");
      chain.value = "8453";
      chain.dispatchEvent(new Event("change"));
    })()`);
    assert.deepEqual(await page.evaluate(heads), ["base (chain 8453)"]);
    assert.equal(await page.evaluate("document.querySelectorAll('#rows [data-k]').length"), 8);
  });

  it("should show only each chain's changes for a large fleet, and a whole chain on request", async () => {
    await using opened = await visit(browser, writeReport(DRIFT));
    const { page } = opened;
    const rows = "document.querySelectorAll('#rows [data-k]').length";
    const failing = "document.querySelectorAll('#rows [data-k=bad]').length";
    const heads = "[...document.querySelectorAll('#rows .chain b')].map((head) => head.textContent)";
    assert.lengthOf(await page.evaluate<string[]>(heads), 3);
    assert.equal(await page.evaluate(failing), 4);
    assert.isBelow(await page.evaluate<number>(rows), 20);
    await page.click("#rows .rest button");
    assert.lengthOf(await page.evaluate<string[]>(heads), 1);
    assert.isAbove(await page.evaluate<number>(rows), 60);
  });

  it("should copy an address", async () => {
    await using opened = await visit(browser, list);
    await opened.page.click("#rows tr:last-child .copy");
    await until(opened.page, "document.querySelector('.copy.done') !== null");
    const copied = await opened.page.evaluate<string>("navigator.clipboard.readText()");
    assert.include(
      DEPLOYMENT.contracts.map(({ target }) => target.address),
      copied,
    );
  });

  describe("without scripts", () => {
    const look: Look = { hasScript: false };
    it("should show every contract in the list and by its link, without dead controls", async () => {
      await using opened = await visit(browser, writeReport(fleet(300)), look, "contract-290");
      assert.isTrue(await isVisible(opened.page, "#contract-290 .lines"));
      const rows = await opened.page.evaluate("document.querySelectorAll('table.all tbody tr').length");
      assert.equal(rows, 300);
      assert.isTrue(await isVisible(opened.page, "#all"), "a long list stays");
      await using again = await visit(browser, list, look);
      await shoot(again.page, "list-without-scripts");
      for (const control of [".controls", ".copy"])
        assert.isFalse(await isVisible(again.page, control), control);
      await again.page.click(`#rows a[href="#${failed}"]`);
      assert.isTrue(await isVisible(again.page, `#${failed} .claims`));
    });
  });

  for (const width of [1280, 1121, 1024, 768])
    it(`should leave room for names in the list at a width of ${width} pixels`, async () => {
      await using opened = await visit(browser, list, { width });
      const narrowest = await opened.page.evaluate<number>(
        "Math.min(...[...document.querySelectorAll('#rows th')].map((name) => name.getBoundingClientRect().width))",
      );
      assert.isAtLeast(narrowest, 90);
      assert.equal(await overflow(opened.page), 0);
    });

  describe("on paper", () => {
    it("should show the list and every contract in light colours, without controls", async () => {
      await using opened = await visit(browser, list, { isDark: true });
      const { page } = opened;
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: 1030, height: 700 });
      for (const id of ["#all", `#${proxy}`, `#${failed}`]) assert.isTrue(await isVisible(page, id), id);
      for (const control of [".controls", ".copy", ".back"])
        assert.isFalse(await isVisible(page, control), control);
      const paper = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      assert.equal(paper, "rgb(255, 255, 255)");
      const widest = await page.evaluate<number>(
        "document.querySelector('#rows th').getBoundingClientRect().width",
      );
      assert.isAtLeast(widest, 90);
      const pdf = Buffer.from(await page.pdf({ path: PDF, preferCSSPageSize: true })).toString("latin1");
      const pages = pdf.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
      assert.isAtLeast(pages, DEPLOYMENT.contracts.length);
      Object.assign(tally, { pdfPages: pages });
    });
  });

  describe("with 2,000 contracts", () => {
    it("should be usable in about a second, and show search results at once", async () => {
      const url = writeReport(fleet(MANY));
      const begun = performance.now();
      await using opened = await visit(browser, url);
      const { page } = opened;
      await until(
        page,
        "document.querySelector('#rows tr') !== null && document.documentElement.className === 'js'",
      );
      const usableMs = Math.round(performance.now() - begun);
      const nodes = await page.evaluate<number>("document.querySelectorAll('*').length");
      await shoot(page, "fleet");
      assert.equal(await page.evaluate("document.getElementById('shown').textContent"), "100 of 2,000 shown");
      await page.click("#further");
      assert.equal(await page.evaluate("document.getElementById('rows').children.length"), 500);
      const filterMs = await page.evaluate<number>(`new Promise((done) => {
        const begun = performance.now(), search = document.getElementById("search");
        search.value = "contract1990";
        search.dispatchEvent(new Event("input"));
        requestAnimationFrame(() => setTimeout(() => done(Math.round(performance.now() - begun))));
      })`);
      assert.deepEqual(
        await page.evaluate("[...document.querySelectorAll('#rows th a')].map((link) => link.textContent)"),
        ["Module#Contract1990"],
      );
      await page.click("#rows th a");
      await until(page, "document.querySelector('.contract:target .lines') !== null");
      Object.assign(tally, { contracts: MANY, usableMs, filterMs, nodes });
      assert.isBelow(usableMs, MOST_USABLE_MS);
      assert.isBelow(nodes, 20_000);
      assert.deepEqual(opened.noises, []);
    });
  });

  it("should stay within its size limit", () => {
    const size = (contracts: number) => {
      const { contracts: one } = REPORTS["verified-exact"];
      const html = writeHtml(reportOf(Array.from({ length: contracts }, () => one).flat(), 0));
      return { all: Buffer.byteLength(html), data: Buffer.byteLength(withoutShell(html)) };
    };
    const shellBytes = size(1).all - size(1).data;
    const contractBytes = size(1).data;
    const rowBytes = size(3).data - size(2).data - contractBytes;
    Object.assign(tally, { shellBytes, contractBytes, rowBytes });
    assert.isBelow(shellBytes, MOST_SHELL_BYTES);
  });

  printAtExit(() => tally);
});
