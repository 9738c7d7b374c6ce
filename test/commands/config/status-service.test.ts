import { assert } from "chai";
import {
  hasOneStatusService,
  resolveStatus,
} from "../../../src/internal/commands/config/resolve-chain-config.ts";
import { validateUserConfig } from "../../../src/internal/commands/config/user-config.ts";
import { factOf, thrownBy } from "../../helpers/thrown.ts";

const GENERAL = { status: { url: "https://s.example.org", headers: { "x-key": "mine" } } };

const resolve = (config: unknown, chainId: number | null) =>
  resolveStatus(validateUserConfig(config), chainId, async (value) =>
    typeof value === "string" ? value : `value of ${value.name}`,
  );

describe("config - the status service alone", () => {
  it("needs no verification service, also on a development chain", async () => {
    assert.deepInclude(await resolve(GENERAL, 31337), { ...GENERAL.status, isConfigured: true });
    assert.isUndefined(await resolve({}, 31337));
  });

  for (const chainId of [295, 296, 297])
    it(`has a default on chain ${chainId}, which can be switched off`, async () => {
      assert.equal((await resolve({}, chainId))?.url, "https://status.hedera.com");
      assert.isUndefined(await resolve({ status: false }, chainId));
      assert.isUndefined(await resolve({ chains: { [chainId]: { status: false } } }, chainId));
    });

  it("is the general one where the chain is not known", async () => {
    assert.deepInclude(await resolve(GENERAL, null), { ...GENERAL.status, isConfigured: true });
    assert.isUndefined(await resolve({}, null));
  });

  it("is asked as often and as long as is configured for the chain", async () => {
    const config = { retry: { attempts: 2 }, chains: { 296: { retry: { requestTimeoutMs: 7 } } } };
    assert.deepInclude(await resolve(config, 296), {
      requestTimeoutMs: 7,
      retry: { attempts: 2, minDelayMs: 500, maxDelayMs: 8000 },
    });
  });

  it("asks for no secret but its own", async () => {
    const secret = { _type: "ConfigurationVariable", name: "TOKEN" };
    const config = validateUserConfig({
      verification: { url: "https://v.example.org", headers: { a: secret } },
      status: { url: "https://s.example.org", headers: { b: secret } },
    });
    const error = await thrownBy(() => resolveStatus(config, 1, () => Promise.reject(new Error("none"))));
    assert.deepEqual([error.code, factOf(error, "Key")], ["VC113", "verifyContract.status.headers.b"]);
  });
});

describe("config - one status service for every chain", () => {
  for (const [what, config, isOne] of [
    ["a general one", GENERAL, true],
    [
      "a general one, and chains that say nothing of it",
      { ...GENERAL, chains: { 296: { timeout: 9 } } },
      true,
    ],
    ["none in general", { status: false }, true],
    [
      "a chain with its own",
      { ...GENERAL, chains: { 296: { status: { url: "https://o.example.org" } } } },
      false,
    ],
    ["a chain without", { ...GENERAL, chains: { 296: { status: false } } }, false],
    ["defaults, which differ", {}, false],
  ] as const)
    it(`is ${isOne ? "" : "not "}there with ${what}`, () =>
      assert.equal(hasOneStatusService(validateUserConfig(config)), isOne));
});
