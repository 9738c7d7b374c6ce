// Part of npm run test:browser.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { assert } from "chai";
import type { StandardJsonInput } from "../../src/internal/domain/compiler-input.ts";
import { startLocalServices } from "../../src/local.ts";
import { heldFor } from "../helpers/held-for.ts";
import { submission, verify } from "../helpers/local/client.ts";
import { creationCode, deploy, INPUT } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { type Browser, launchBrowser } from "./chromium.ts";
import { overflow, shoot, violationsOf, visit } from "./visitor.ts";

const HOSTILE = `contracts/"><img src=x onerror="window.taken=1">.sol`;
const SOURCE = INPUT.sources["contracts/All.sol"]?.content ?? "";

/** A second file, and names, lines and comments that would break a page. */
const HOSTILE_INPUT: StandardJsonInput = {
  ...INPUT,
  sources: {
    [HOSTILE]: {
      content: `${SOURCE}// </pre><script>window.taken = 1</script> ${"wide ".repeat(200)}\n// ${"W".repeat(2000)}\n`,
    },
    "contracts/Other.sol": { content: "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n" },
  },
};

describe("the local services in a browser", function () {
  this.timeout(120_000);
  let browser: Browser;
  let address: string;
  let hostile: string;
  const pages = createServer((_request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end("<!doctype html><title>A page of another origin</title>");
  });
  let port: number;

  const chain = heldFor(() => startDevelopmentChain());
  const services = heldFor(async () => {
    pages.listen(0, "127.0.0.1");
    await once(pages, "listening");
    ({ port } = pages.address() as AddressInfo);
    return startLocalServices({ chain, allowedOrigins: [`http://explorer.example:${port}`] });
  });

  before(async () => {
    browser = await launchBrowser();
    const { url } = services.verification;
    ({ address } = await deploy(chain, creationCode("Pointer") + "0".repeat(128)));
    await verify(url, address, submission("Pointer"));
    ({ address: hostile } = await deploy(chain, creationCode("Box", HOSTILE_INPUT)));
    const identifier = { stdJsonInput: HOSTILE_INPUT, contractIdentifier: `${HOSTILE}:Box` };
    await verify(url, hostile, submission("Box", identifier));
  });
  after(async () => {
    await browser.close();
    pages.close();
  });

  /** The status and the start of the answer, or `blocked`. */
  const fetched = async (origin: string, url: string, options = "{}"): Promise<string> => {
    await using opened = await visit(browser, `${origin}/`);
    const script = `fetch(${JSON.stringify(url)}, ${options})
      .then(async (response) => response.status + " " + (await response.text()).slice(0, 40), () => "blocked")`;
    return await opened.page.evaluate<string>(script);
  };
  const json = (body: string): string =>
    JSON.stringify({ method: "POST", headers: { "content-type": "application/json" }, body });

  for (const host of ["127.0.0.1", "localhost", "explorer.example"])
    it(`should let a page from http://${host} on another port read and submit`, async () => {
      const origin = `http://${host}:${port}`;
      const { verification, query, status } = services;
      const record = `${verification.url}/v2/contract/31337/${address}?fields=metadata,sources`;
      assert.match(await fetched(origin, record), /^200 \{"metadata":/);
      assert.match(
        await fetched(origin, `${query.url}/api/v1/contracts?limit=10&order=desc`),
        /^200 \{"contracts":/,
      );
      assert.match(await fetched(origin, `${status.url}/api/v2/summary.json`), /^200 \{"page":/);
      const target = `${verification.url}/v2/verify/31337/${address}`;
      assert.match(
        await fetched(origin, target, json(submission("Pointer"))),
        /^409 \{"customCode":"already_verified"/,
      );
    });

  it("should not let a page from another origin read or submit", async () => {
    const origin = `http://evil.example:${port}`;
    const { verification, query, status } = services;
    const fresh = await deploy(chain, creationCode("Crate"));
    const target = `${verification.url}/v2/verify/31337/${fresh.address}`;
    for (const url of [
      `${verification.url}/health`,
      `${query.url}/api/v1/blocks`,
      `${status.url}/api/v2/status.json`,
    ])
      assert.equal(await fetched(origin, url), "blocked", url);
    assert.equal(await fetched(origin, target, json(submission("Crate"))), "blocked");
    // A request without a preflight: its answer stays hidden, and nothing is submitted.
    const simple = JSON.stringify({ method: "POST", mode: "no-cors", body: submission("Crate") });
    await fetched(origin, target, simple);
    const own = await fetched(`http://localhost:${port}`, target, json(submission("Crate")));
    assert.match(own, /^202 /, "no job is running");
  });

  describe("a verified contract's page", () => {
    for (const [how, look] of Object.entries({ light: {}, dark: { isDark: true }, phone: { width: 390 } }))
      for (const name of ["plain", "hostile"])
        it(`should be complete, request nothing, and satisfy axe-core: ${name}, ${how}`, async () => {
          const of = name === "plain" ? address : hostile;
          await using opened = await visit(browser, `${services.verification.url}/repo-ui/31337/${of}`, look);
          const { page, requests, noises } = opened;
          assert.equal(await overflow(page), 0, "something is wider than the window");
          await shoot(page, `record-${name}-${how}`);
          assert.isUndefined(await page.evaluate("window.taken"));
          assert.deepEqual(await violationsOf(page), []);
          assert.deepEqual(requests, []);
          assert.deepEqual(noises, []);
          assert.include(
            await page.evaluate<string>("document.querySelector('details[open] pre').textContent"),
            SOURCE.trim(),
          );
        });
  });
});
