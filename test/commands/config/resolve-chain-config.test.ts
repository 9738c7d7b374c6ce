import { assert } from "chai";
import {
  hasOneStatusService,
  resolveChainConfig,
  resolveStatus,
} from "../../../src/internal/commands/config/resolve-chain-config.ts";
import { validateUserConfig } from "../../../src/internal/commands/config/user-config.ts";
import type { ReadSecret } from "../../../src/internal/commands/host.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import { factOf, thrownBy } from "../../helpers/thrown.ts";

const PUBLIC = "https://sourcify.dev/server";
const HEDERA_STATUS = "https://status.hedera.com";
const HEDERA_PACE = { requestsPerSecond: 8, requestsAtOnce: 4 };
const OWN = { verification: { url: "http://localhost:1" } };

const host = (readSecret: ReadSecret) => ({ readSecret, words: HARDHAT_WORDS, globals: [] });

const readAny: ReadSecret = async (value) => (typeof value === "string" ? value : `value of ${value.name}`);

/** A verification service with only a URL. */
const ONLY_URL = { browserUrl: undefined, forwards: undefined, headers: {}, isConfigured: true };
const resolve = (config: unknown, chainId: number, needsVerification?: boolean) =>
  resolveChainConfig(validateUserConfig(config), chainId, host(readAny), needsVerification);

describe("config - the defaults of a chain", () => {
  for (const [chainId, query] of [
    [295, "https://mainnet.mirrornode.hedera.com"],
    [296, "https://testnet.mirrornode.hedera.com"],
  ] as const)
    it(`are the public services of chain ${chainId}`, async () => {
      const config = await resolve({}, chainId);
      assert.equal(config.verification?.url, PUBLIC);
      assert.isString(config.verification?.browserUrl);
      assert.deepEqual([config.query?.url, config.status?.url], [query, HEDERA_STATUS]);
      assert.isAbove(config.appearAttempts, 1);
      assert.deepEqual(config.pace.publicHosts, HEDERA_PACE);
      assert.isUndefined(config.pace.privateHosts);
    });

  for (const chainId of [4217, 42431])
    it(`are Tempo's own service on its chain ${chainId}, without the public service's extras`, async () => {
      const { verification, query } = await resolve({}, chainId);
      assert.equal(verification?.url, "https://contracts.tempo.xyz");
      assert.isFalse(verification?.isConfigured);
      assert.isUndefined(verification?.browserUrl);
      assert.isUndefined(verification?.forwards);
      assert.isUndefined(query);
    });

  it("include no verification service on Hedera's previewnet, which the public one lacks", async () => {
    const { problem } = await thrownBy(() => resolve({}, 297), "VC109");
    assert.include(problem.message, "the public service does not support");
    assert.notInclude(problem.message, "development");
    assert.include(problem.likely ?? "", "serve");
    const { verification, query, status, pace } = await resolve(OWN, 297);
    assert.isUndefined(verification?.browserUrl);
    assert.equal(query?.url, "https://previewnet.mirrornode.hedera.com");
    assert.equal(status?.url, HEDERA_STATUS);
    assert.deepEqual(pace.publicHosts, HEDERA_PACE);
  });

  it("include no rate limit elsewhere unless one is configured", async () => {
    const limit = { requestsPerSecond: Number.POSITIVE_INFINITY, requestsAtOnce: 2 };
    for (const chainId of [1, 298, 31337]) {
      assert.isUndefined((await resolve(OWN, chainId)).pace.publicHosts);
      const { pace } = await resolve({ ...OWN, pace: { requestsAtOnce: 2 } }, chainId);
      assert.deepEqual(pace, { publicHosts: limit, privateHosts: limit });
    }
    const chains = { 296: { pace: { requestsPerSecond: 50 } } };
    assert.deepEqual((await resolve({ chains, pace: { requestsPerSecond: 20 } }, 296)).pace, {
      publicHosts: { requestsPerSecond: 50, requestsAtOnce: 4 },
      privateHosts: { requestsPerSecond: 50, requestsAtOnce: Number.POSITIVE_INFINITY },
    });
  });

  it("include a short wait for code on most chains, a long one behind relays, and none for dev nodes", async () => {
    const query = { url: "http://127.0.0.1:2" };
    for (const [config, chainIds, waitMs] of [
      [{}, [1], 3000],
      [{ query }, [1], 16_750],
      // A relay answers from its mirror node, even if that isn't asked.
      [{ query: false }, [295, 296, 297, 298], 16_750],
      [{ query }, [31337, 1337], 0],
      [{ retry: { appearAttempts: 3 } }, [1], 2500],
      [{ retry: { appearAttempts: 10 } }, [1], 22_750],
    ] as const)
      for (const chainId of chainIds)
        assert.equal((await resolve({ ...OWN, ...config }, chainId)).codeWaitMs, waitMs, `${chainId}`);
  });

  for (const chainId of [31337, 1337, 298])
    it(`include no verification service on the development chain ${chainId}, unless one is configured`, async () => {
      const withoutUrl = { verification: { headers: { a: "b" } } };
      const error = await thrownBy(() => resolve(withoutUrl, chainId), "VC109");
      assert.equal(factOf(error, "Missing"), "verifyContract.verification.url");
      const { verification, status } = await resolve({ chains: { [chainId]: OWN } }, chainId);
      assert.deepInclude(verification, { ...ONLY_URL, ...OWN.verification });
      assert.isUndefined(status);
      assert.isUndefined((await resolve({}, chainId, false)).verification, "a run that needs none");
    });

  it("suggest on a development chain that the network was forgotten if none was chosen", async () => {
    const { forgotten } = HARDHAT_WORDS.network;
    const of = { ...host(async () => ""), forgotten };
    const error = await thrownBy(() => resolveChainConfig({}, 31337, of));
    assert.equal(error.problem.likely, forgotten);
    assert.equal(error.for(of).problem.next, "choose the network that has the contract, with --network");
  });
});

describe("config - settings of one chain", () => {
  it("override the general settings field by field", async () => {
    const config = {
      minMatch: "match",
      timeout: 10,
      retry: { attempts: 2, minDelayMs: 7 },
      chains: { 296: { minMatch: "exact_match", retry: { attempts: 9 } } },
    };
    const own = await resolve(config, 296);
    assert.deepInclude(own, { minMatch: "exact_match", timeoutMs: 10_000 });
    assert.deepInclude(own.verification?.retry, { attempts: 9, minDelayMs: 7 });
    assert.deepInclude((await resolve(config, 295)).query?.retry, { attempts: 2 });
  });

  it("can disable a service that is enabled by default or in general", async () => {
    assert.isUndefined((await resolve({ chains: { 296: { query: false, status: false } } }, 296)).query);
    const general = { query: { url: "http://localhost:2" }, chains: { 296: { query: false } } };
    assert.isUndefined((await resolve(general, 296)).query);
    assert.equal((await resolve(general, 1)).query?.url, "http://localhost:2");
    assert.isUndefined((await resolve({ query: false }, 296)).query);
  });

  it("never send one service's headers to another URL", async () => {
    const headers = { authorization: "mine" };
    const url = "https://own.example.org";
    const verification = { url, browserUrl: "https://b.example.org", headers };
    const general = { verification, query: { url, headers }, status: { url, headers } };
    const other = { url: "https://other.example.org" };
    const config = { ...general, chains: { 296: { verification: other, query: other, status: other } } };
    const changed = await resolve(config, 296);
    assert.deepInclude(changed.verification, { ...ONLY_URL, ...other });
    assert.deepEqual([changed.query?.headers, changed.status?.headers], [{}, {}]);
    assert.deepEqual((await resolve(config, 295)).verification?.headers, headers);
    const own = { verification: { headers: { b: "own" } } };
    const kept = await resolve({ ...general, chains: { 296: own } }, 296);
    assert.deepInclude(kept.verification, { url, ...own.verification });
  });

  it("suggest a serve command for the network in use and the same configuration", async () => {
    for (const [network, chainId, named, onlyReads] of [
      ["anvil", 297, "anvil", false],
      [undefined, 31337, "localhost", false],
      ["anvil", 31337, "anvil", true],
    ] as const) {
      const globals = [
        ["--network", "inProcess"],
        ["--config", "other.config.ts"],
      ] as const;
      const own = { readSecret: async () => "", words: HARDHAT_WORDS, globals, network, onlyReads };
      const { likely = "" } = (await thrownBy(() => resolveChainConfig({}, chainId, own))).problem;
      const serve = `verify-contract serve --network ${named} --config other.config.ts`;
      assert.isTrue(likely.endsWith(`: npx hardhat ${serve}`), likely);
    }
  });

  it("read the value of a configuration variable, and name the header if it has none", async () => {
    const headers = { Authorization: { _type: "ConfigurationVariable", name: "TOKEN" } };
    const config = { verification: { url: "https://own.example.org", headers } };
    assert.deepEqual((await resolve(config, 1)).verification?.headers, { Authorization: "value of TOKEN" });
    const unset = host(() => Promise.reject(new Error("TOKEN is not set")));
    const error = await thrownBy(() => resolveChainConfig(validateUserConfig(config), 1, unset), "VC113");
    assert.equal(factOf(error, "Key"), "verifyContract.verification.headers.Authorization");
    assert.match(error.problem.next ?? "", /^set the variable, /);
  });

  it("need no environment variable of another chain, and name the header if their own is missing", async () => {
    const verification = { url: "https://own.example.org", headers: { Authorization: undefined } };
    const config = { chains: { 295: { verification } } };
    await resolve(config, 296);
    const error = await thrownBy(() => resolve(config, 295), "VC113");
    assert.equal(factOf(error, "Key"), "verifyContract.verification.headers.Authorization");
  });
});

const GENERAL = { status: { url: "https://s.example.org", headers: { "x-key": "mine" } } };

const statusOf = (config: unknown, chainId: number | null) =>
  resolveStatus(validateUserConfig(config), chainId, readAny);

describe("config - the status service alone", () => {
  it("needs no verification service, on a development chain or an unknown one", async () => {
    for (const chainId of [31337, null]) {
      assert.deepInclude(await statusOf(GENERAL, chainId), { ...GENERAL.status, isConfigured: true });
      assert.isUndefined(await statusOf({}, chainId));
    }
  });

  it("has a default on Hedera, which can be switched off", async () => {
    for (const chainId of [295, 296, 297]) assert.equal((await statusOf({}, chainId))?.url, HEDERA_STATUS);
    for (const off of [{ status: false }, { chains: { 296: { status: false } } }])
      assert.isUndefined(await statusOf(off, 296));
  });

  it("reads no secret but its own", async () => {
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
  it("is assumed only with a general one that no chain replaces or disables", () => {
    for (const [chain, isOne] of [
      [{ timeout: 9 }, true],
      [{ status: { url: "https://o.example.org" } }, false],
      [{ status: false }, false],
    ] as const)
      assert.equal(hasOneStatusService(validateUserConfig({ ...GENERAL, chains: { 296: chain } })), isOne);
    assert.isFalse(hasOneStatusService({}));
  });
});
