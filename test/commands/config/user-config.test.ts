import { assert } from "chai";
import { validateUserConfig } from "../../../src/internal/commands/config/user-config.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const variable = { _type: "ConfigurationVariable", name: "TOKEN", format: "{variable}" };
const SECRET = "hunter2-hunter2";

async function said(config: unknown): Promise<readonly string[]> {
  const error = await thrownBy(() => validateUserConfig(config), "VC108");
  return error.problem.facts.map(({ label, value }) => `${label}: ${value}`);
}

describe("config - valid settings", () => {
  for (const config of [
    undefined,
    { verification: { url: "https://example.org", headers: { Authorization: variable } } },
    { query: false, status: false },
    { retry: { attempts: 1, minDelayMs: 0, maxDelayMs: 0, pollIntervalMs: 1, appearAttempts: 1000 } },
    { operators: { "https://mirror.example.org": "Acme", "http://127.0.0.1:7546/api": "our team (Zürich)" } },
    { pace: { requestsPerSecond: 50 }, chains: { 296: { pace: { requestsAtOnce: 64 } } } },
    { chains: { 296: { query: false }, 31337: { verification: { url: "http://localhost:1" } } } },
  ])
    it(`are accepted as they are: ${JSON.stringify(config)}`, () =>
      assert.deepEqual(validateUserConfig(config) as unknown, config ?? {}));
});

describe("config - invalid settings", () => {
  for (const [expected, config] of Object.entries({
    ".verfication: unknown key, perhaps verification": { verfication: {} },
    ".apiKey: unknown key here": { apiKey: 1 },
    ".endpoint: unknown key": { endpoint: 1 },
    '.verification.url: expected an http or https URL, got "sourcify.dev"': {
      verification: { url: "sourcify.dev" },
    },
    // An unset process.env variable must not select the default, which is a public service.
    ".verification.url: expected an http or https URL, got nothing": { verification: { url: undefined } },
    ".verification: expected an object, got false": { verification: false },
    ".query: expected false, or an object with a url, got true": { query: true },
    '.minMatch: expected "match" or "exact_match", got "perfect"': { minMatch: "perfect" },
    ".timeout: expected seconds, up to 86400, got 0": { timeout: 0 },
    ".concurrency: expected a whole number from 1 to 64, got 1.5": { concurrency: 1.5 },
    ".retry.attempts: expected a whole number from 1 to 100, got 0": { retry: { attempts: 0 } },
    ".chains.0x128: expected a chain id in decimal digits as the key": { chains: { "0x128": {} } },
    ".chains.296.chains: unknown key here": { chains: { 296: { chains: {} } } },
    ".operators.…: expected an http or https URL as the key": { operators: { "mirror.example.org": "Acme" } },
    '.operators.mirror.example.org: expected a name of at most 60 characters, got ""': {
      operators: { "https://mirror.example.org/secret": "" },
    },
    '.operators.a.b: expected a name of at most 60 characters, got "Acme\\u001b[2J"': {
      operators: { "https://a.b": "Acme\u001b[2J" },
    },
    ".chains.296.operators: unknown key here": { chains: { 296: { operators: {} } } },
    '.explorer.name: expected a name other than "record" and "sources", got "sources"': {
      explorer: { url: "https://example.org", name: "sources" },
    },
    '.explorer.url: expected an http or https URL, got "javascript:alert(1)"': {
      explorer: { url: "javascript:alert(1)" },
    },
    ": expected an object, got an empty list": [],
  }))
    it(`are reported with path, expected and actual value: ${expected}`, async () =>
      assert.include(await said(config), `verifyContract${expected}`));

  it("are all reported at once", async () =>
    assert.lengthOf(await said({ verfication: {}, timeout: 0, query: true, retry: { attempts: 0 } }), 4));

  for (const headers of [
    { Authorization: { secret: SECRET } },
    SECRET,
    [SECRET],
    { Authorization: 12345678 },
  ])
    it(`never reveal a header's value: ${typeof headers} ${Object.keys(headers).slice(0, 1)}`, async () => {
      const service = { url: "https://example.org", headers };
      const ofChain = { chains: { 296: { status: service } } };
      for (const config of [{ verification: service }, { query: service }, ofChain]) {
        const facts = (await said(config)).join("\n");
        assert.notMatch(facts, new RegExp(`${SECRET}|12345678`));
        assert.match(facts, /headers/);
      }
    });

  it("never reveal a URL's password", async () => {
    for (const config of [
      { verification: { url: `ftp://user:${SECRET}@example.org` } },
      { query: `https://user:${SECRET}@example.org` },
      { verification: { url: `//user:${SECRET}@example.org/?token=${SECRET}` } },
    ])
      assert.notInclude((await said(config)).join("\n"), SECRET);
  });
});
