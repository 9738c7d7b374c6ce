import { assert } from "chai";
import type { UserConfig } from "../../src/internal/commands/config/user-config.ts";
import { createExplorerPublisher, validateExplorers } from "../../src/internal/commands/explorers.ts";
import { guardRun } from "../../src/internal/commands/guard-run.ts";
import type { Host } from "../../src/internal/commands/host.ts";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import type { Proven } from "../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { EXPLORER_DIALECTS, isOwnHost } from "../../src/internal/services/explorers/dialects.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { NO_JOURNAL } from "../helpers/pipeline/world.ts";
import { REPORTS } from "../helpers/reports.ts";
import { explorerServer, NOT_VERIFIED, PASSED, SHOWN, TAKEN } from "../helpers/services/explorer-server.ts";
import { thrownBy } from "../helpers/thrown.ts";

const KEY = "SECRETKEYSECRETKEYSECRETKEYSECRETK";
/** The answers to a successful submission. */
const SUBMITTED = {
  getsourcecode: [NOT_VERIFIED, SHOWN],
  verifysourcecode: [TAKEN],
  checkverifystatus: [PASSED],
};
const REPORT = REPORTS["verified-exact"].contracts[0] as ContractReport;

function provenAt(address: string): Proven {
  return {
    address,
    input: { language: "Solidity", sources: { "a.sol": { content: "contract A {}" } }, settings: {} },
    contractIdentifier: "a.sol:A",
    compilerVersion: "0.8.28+commit.7893614a",
    constructorArguments: "0x",
    runtimeBytecode: "0x00",
    addedLibraries: [],
  };
}

/** The part of a run over several contracts that publishes to explorers. */
function showing(
  explorers: object,
  host: Partial<Host>,
  more: { readonly explorers?: readonly string[] } = {},
  userConfig: UserConfig = {},
) {
  const node = {
    chainId: 1,
    chain: { networkName: "mainnet" },
    config: { explorers, polling: { firstDelayMs: 1, maxDelayMs: 5, lookForMs: 200 } },
    breakers: { of: () => undefined },
  };
  const walk = {
    userConfig,
    host: { userCacheFolder: "/nowhere", readSecret: async (value: unknown) => String(value), ...host },
    valid: {
      common: { action: "verify", dryRun: false },
      scope: "several",
      requiresExplorer: false,
      ...more,
    },
    shared: { journal: NO_JOURNAL },
    signal: new AbortController().signal,
    evidence: undefined,
    onEvent: () => {},
    getPosition: () => 0,
  };
  const startTurnDeadline = () => startDeadline(60_000, undefined);
  return createExplorerPublisher(0, node as never, startTurnDeadline, walk as never);
}

/** What each explorer shows of each of several contracts. */
async function shownBy(show: ReturnType<typeof showing>, contracts = 1) {
  if (show === undefined) return assert.fail("no explorer is asked");
  const addresses = Array.from({ length: contracts }, (_, index) => `0x${String(index).padStart(40, "0")}`);
  const request = {} as VerifyRequest;
  const reports = await Promise.all(
    addresses.map((address, index) => show(index, request, REPORT, provenAt(address))),
  );
  return reports.map(({ explorers = [] }) => explorers);
}

async function shownOnce(show: ReturnType<typeof showing>) {
  const [[shown = assert.fail("nothing was asked")] = []] = await shownBy(show);
  return shown;
}

describe("commands - explorers of a run", () => {
  it("should keep to the configured rate limit", async () => {
    await using server = await explorerServer({ getsourcecode: [SHOWN] });
    const show = showing({ scan: { apiUrl: `${server.url}/api`, requestsPerSecond: 2 } }, {});
    const startedMs = performance.now();
    const states = (await shownBy(show, 3)).map(([shown]) => shown?.state);
    assert.deepEqual(states, ["shown", "shown", "shown"]);
    assert.isAbove(performance.now() - startedMs, 990);
  });

  it("should ask all configured ones, or only the named ones, and none by default", async () => {
    await using server = await explorerServer({ getsourcecode: [SHOWN] });
    const scan = { apiUrl: `${server.url}/api` };
    assert.isUndefined(showing({}, {}));
    assert.isUndefined(showing({ scan: false }, {}));
    const both = await shownBy(showing({ scan, other: scan, off: false }, {}));
    const one = await shownBy(showing({ scan, other: scan }, {}, { explorers: ["other"] }));
    const names = [...both, ...one].map((shown) => shown.map(({ explorer }) => explorer));
    assert.deepEqual(names, [["scan", "other"], ["other"]]);
  });

  it("should prefer the plugin's configured API and key, and else read the host's key once", async () => {
    await using server = await explorerServer(SUBMITTED);
    let reads = 0;
    const accessTo = (apiUrl: string): NonNullable<Host["explorerAccess"]> => {
      const readKey = async () => {
        reads += 1;
        return "KEYOFTHEHOST";
      };
      return async () => ({ apiUrl, readKey });
    };
    const own = { apiUrl: `${server.url}/api`, apiKey: KEY };
    const elsewhere = { explorerAccess: accessTo("http://127.0.0.1:9/elsewhere") };
    const { state } = await shownOnce(showing({ etherscan: own }, elsewhere));
    assert.deepEqual([state, server.forms[0]?.get("apikey"), reads], ["shown", KEY, 0]);

    await using other = await explorerServer(SUBMITTED);
    const show = showing({ etherscan: true }, { explorerAccess: accessTo(`${other.url}/api`) });
    assert.equal(reads, 0);
    const [[shown] = []] = await shownBy(show, 2);
    assert.deepEqual([reads, shown?.state], [1, "shown"]);
    assert.equal(other.forms[0]?.get("apikey"), "KEYOFTHEHOST");
  });

  it("should send the host's key only to the explorer's own hosts", async () => {
    await using server = await explorerServer({ getsourcecode: [SHOWN] });
    const explorerAccess: Host["explorerAccess"] = async () => ({ readKey: async () => KEY });
    const { reason } = await shownOnce(
      showing({ etherscan: { apiUrl: `${server.url}/api` } }, { explorerAccess }),
    );
    assert.match(reason ?? "", /no API key is configured/);
    assert.isEmpty(server.forms);
    const { etherscan, blockscout, routescan } = EXPLORER_DIALECTS;
    if (!etherscan || !blockscout || !routescan) return assert.fail("a dialect is missing");
    assert.isTrue(isOwnHost(etherscan, "https://api.etherscan.io/v2/api"));
    assert.isTrue(isOwnHost(blockscout, "https://eth.blockscout.com/api"));
    for (const url of ["https://scan.example/api", "https://notetherscan.io", "https://etherscan.io.example"])
      assert.isFalse(isOwnHost(etherscan, url), url);
    assert.isFalse(isOwnHost(routescan, "https://undefined"));
  });

  it("should be sent nothing if they can't be asked, with the reason", async () => {
    await using folder = await temporaryFolder();
    await folder.write("explorer-chains-etherscan.json", { at: new Date().toISOString(), hosts: {} });
    const readSecret = async () => {
      throw new Error("the environment variable SCAN_KEY is not set");
    };
    const host = { userCacheFolder: folder.path, readSecret };
    const apiUrl = "http://127.0.0.1:9";
    for (const [explorers, reason] of [
      [{ etherscan: true }, /^Etherscan doesn't support chain 1, and no apiUrl is configured$/],
      [{ etherscan: { apiUrl } }, /no API key is configured/],
      [{ scan: { apiUrl, apiKey: "x" } }, /SCAN_KEY/],
      [{ scan: { apiUrl: `${apiUrl}/api?chainid=10` } }, /^its apiUrl is for chain 10, not chain 1$/],
      [{ blockscout: { apiUrl: `${apiUrl}/10/api` } }, /^its apiUrl is for chain 10, not chain 1$/],
      [{ blockscout: { apiUrl: `${apiUrl}/v2/api?chain_id=10` } }, /^its apiUrl is for chain 10/],
      [{ routescan: { apiUrl: `${apiUrl}/evm/10/etherscan/api` } }, /^its apiUrl is for chain 10/],
      [{ blockscout: { apiUrl: `${apiUrl}/api` } }, /serves one chain, but .* for all chains/],
    ] as const) {
      const shown = await shownOnce(showing(explorers, host));
      assert.equal(shown.state, "refused");
      assert.match(shown.reason ?? "", reason);
    }
  });

  it("should ask a Blockscout instance that is configured for the chain, or whose URL names it", async () => {
    await using server = await explorerServer({ getsourcecode: [SHOWN] });
    const blockscout = { apiUrl: `${server.url}/api` };
    const own = { chains: { 1: { explorers: { blockscout } } } };
    const pro = { blockscout: { apiUrl: `${server.url}/1/api` } };
    for (const show of [showing({ blockscout }, {}, {}, own), showing(pro, {})])
      assert.equal((await shownOnce(show)).state, "shown");
  });

  it("should have every key treated as a secret, wherever it comes from", async () => {
    const hidden = async (host: Partial<Host>, use: (guarded: Host) => Promise<unknown>): Promise<string> => {
      const bare = { userConfig: {}, explains: () => false, words: {}, readSecret: async () => KEY, ...host };
      return guardRun(bare as unknown as Host, undefined, async ({ host: guarded }) => {
        await use(guarded);
        return `the key is ${KEY}`;
      });
    };
    const scan = { apiUrl: "https://a.example/api", apiKey: KEY };
    const shown = [
      await hidden({ userConfig: { explorers: { scan } } }, async () => {}),
      await hidden({}, (guarded) => guarded.readSecret("a variable")),
      await hidden({ explorerAccess: async () => ({ readKey: async () => KEY }) }, async (guarded) =>
        (await guarded.explorerAccess?.("etherscan", 1))?.readKey?.(),
      ),
    ];
    for (const text of shown) assert.equal(text, "the key is ***");
  });

  it("should be refused if their name is neither known nor configured", async () => {
    const validate =
      (explorers: readonly string[] | undefined, config = {}, requiresExplorer = false, local = false) =>
      () =>
        validateExplorers({ explorers, requiresExplorer, local }, config);
    const own = { "my-scan": { apiUrl: "https://a.example/api" } };
    assert.doesNotThrow(validate(["etherscan", "my-scan"], { chains: { 1: { explorers: own } } }));
    const onOneChain = { explorers: { "my-scan": true }, chains: { 1: { explorers: own } } };
    assert.doesNotThrow(validate(undefined, onOneChain));
    assert.doesNotThrow(validate(undefined, { explorers: { "my-scan": false } }));
    for (const entry of [true, { apiKey: KEY }])
      assert.throws(validate(undefined, { explorers: { etherscn: entry } }), VerifyContractError, /VC108/);
    const mistyped = await thrownBy(validate(["blockscout", "etherscam"]), "VC106");
    assert.equal(mistyped.problem.next, "--explorer blockscout,etherscan");
    assert.throws(validate(undefined, {}, true), VerifyContractError, /VC115/);
    assert.doesNotThrow(validate(undefined, { explorers: { blockscout: true } }, true));
    // With `local`, an explorer elsewhere is not asked, and so can't be required.
    const elsewhere = { explorers: { blockscout: true, scan: { apiUrl: "https://a.example/api" } } };
    const remote = validate(undefined, elsewhere, true, true);
    assert.throws(remote, VerifyContractError, /a local explorer.*--local/);
    const here = { explorers: { scan: { apiUrl: "http://127.0.0.1:5555/api" } } };
    assert.doesNotThrow(validate(undefined, here, true, true));
  });
});
