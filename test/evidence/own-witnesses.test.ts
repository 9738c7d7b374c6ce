import { rm } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { getAddress } from "ethers/address";
import { BuildCache } from "../../src/internal/builds/build-cache.ts";
import type { NodeRequest } from "../../src/internal/chain/chain-port.ts";
import { BEACON_SLOT, IMPLEMENTATION_SLOT } from "../../src/internal/chain/read-statements.ts";
import type { ReplayOptions } from "../../src/internal/evidence/replay.ts";
import { temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { compile, flipByte } from "../helpers/compile.ts";
import { COUNTER } from "../helpers/contracts.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { entryOf, readAll, writeAll } from "../helpers/evidence/forge.ts";
import { nodeOf } from "../helpers/evidence/node-of-chain.ts";
import { recordPipeline, replayed } from "../helpers/evidence/record-pipeline.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { heldFor } from "../helpers/held-for.ts";
import { queryAnswer, stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS, codeOf, deployedChain, PATH, project } from "../helpers/pipeline/deployed.ts";
import { GOOD } from "../helpers/pipeline/outcome-table.ts";
import { thrownBy } from "../helpers/thrown.ts";

const CHAIN_ID = 31337;
const IMPLEMENTATION_CALL = "0x5c60da1b";
const NEVER = new AbortController().signal;
type Own = NonNullable<ReplayOptions["own"]>;

describe("evidence - a replay with the user's own witnesses", () => {
  const folder = heldFor(() => temporaryFolder());
  let file: string;

  before(async () => {
    file = path.join(folder.path, "run.evidence.gz");
    const script = { ...GOOD, record: [stored()], query: [queryAnswer()] };
    await recordPipeline({ script, request: { readsInput: true } }, file);
  });

  const withOwn = (own: Omit<Own, "projectRoot">) => replayed(file, { projectRoot: folder.path, ...own });
  const chainOf = (chain: FakeChain, chainId = CHAIN_ID) => ({
    chain: { chainId, request: nodeOf(chain), signal: NEVER },
  });

  it("asks a node for the code and the creation transaction, and accepts equal answers", async () => {
    const chain = deployedChain();
    const { report } = await withOwn(chainOf(chain));
    assert.equal(report.contracts[0]?.outcome, "already-verified");
    assert.includeMembers(
      chain.calls.map((call) => call.split(" ")[0]),
      ["eth_getCode", "eth_getTransactionByHash"],
    );
  });

  it("asks for the latest code if the node has no older state", async () => {
    const chain = Object.assign(deployedChain().growTo(5000), { withoutState: true });
    const { report } = await withOwn(chainOf(chain));
    assert.equal(report.contracts[0]?.outcome, "already-verified");
  });

  it("fails if a node has other code, another chain or no such transaction", async () => {
    const other = new FakeChain(CHAIN_ID)
      .deploy(ADDRESS, flipByte(codeOf(project()).runtime, 40), 5)
      .growTo(9);
    const refusals = [
      chainOf(other),
      chainOf(deployedChain(), 1),
      chainOf(new FakeChain(CHAIN_ID).growTo(9)),
    ];
    for (const own of refusals) assert.equal((await thrownBy(() => withOwn(own))).code, "VC809");
  });

  it("compares every recorded answer to the same question, not only the first", async () => {
    const said = await readAll(file);
    const contract = entryOf(said);
    const code = contract.entries.find(({ question: [method] }) => method === "eth_getCode");
    const forged = { ...code, answer: JSON.stringify(flipByte(codeOf(project()).runtime, 40)) };
    const other = `${file}.forged`;
    const entries = [...contract.entries, forged] as typeof contract.entries;
    await writeAll(other, { ...said, entries: [{ contract: { ...contract, entries } }] });
    const own = { projectRoot: folder.path, ...chainOf(deployedChain()) };
    assert.equal((await thrownBy(() => replayed(other, own))).code, "VC809");
  });

  it("believes the node about code that the recorded run read before the contract's turn", async () => {
    const said = await readAll(file);
    const contract = entryOf(said);
    const code = codeOf(project()).runtime;
    const known = { located: { address: ADDRESS }, onchain: { code, blockNumber: 9 }, atMs: 0 };
    const forged = {
      ...contract,
      request: { ...contract.request, known },
      entries: contract.entries.filter(({ question: [method] }) => method !== "eth_getCode"),
    };
    const other = `${file}.known`;
    await writeAll(other, { ...said, entries: [{ contract: forged }] });
    const chain = new FakeChain(CHAIN_ID).create(ADDRESS, flipByte(code, 40), codeOf(project()).creation);
    const own = { projectRoot: folder.path, ...chainOf(chain.growTo(9)) };
    assert.equal((await thrownBy(() => replayed(other, own))).code, "VC807");
  });

  it("doesn't wait for missing code as long as the file says", async () => {
    const said = await readAll(file);
    const contract = entryOf(said);
    const settings = { ...contract.world.settings, codeWaitMs: 3_600_000 };
    const entries = contract.entries.filter(({ door }) => door !== "node");
    const world = { ...contract.world, settings, query: undefined };
    const forged = { ...contract, world, entries };
    const other = `${file}.patient`;
    await writeAll(other, { ...said, entries: [{ contract: forged }] });
    const own = { projectRoot: folder.path, ...chainOf(new FakeChain(CHAIN_ID).growTo(9)) };
    const { report } = await replayed(other, own);
    assert.equal(report.contracts[0]?.outcome, "not-deployed");
  });

  describe("of a proxy", () => {
    const [PROXY = "", BEACON = "", STATED = "", REAL = ""] = ["11", "22", "33", "44"].map((byte) =>
      getAddress(`0x${byte.repeat(20)}`),
    );
    const proxyOf = (slot: string, address: string): FakeChain =>
      deployedChain()
        .deploy(PROXY, "0x5bf4", 5)
        .point(PROXY, { [slot]: address })
        .growTo(9);
    const beaconOf = (implementation: string): FakeChain =>
      proxyOf(BEACON_SLOT, BEACON)
        .deploy(BEACON, "0x6001600255", 5)
        .deploy(STATED, "0x6001600255", 5)
        .deploy(REAL, "0x6001600255", 5)
        .point(BEACON, { [IMPLEMENTATION_CALL]: implementation });
    const recordedFrom = async (chain: FakeChain): Promise<string> => {
      const proxied = path.join(folder.path, "proxy.evidence.gz");
      await rm(proxied, { force: true });
      await recordPipeline({ chain, target: PROXY, script: GOOD, request: { action: "check" } }, proxied);
      return proxied;
    };

    it("fails if the node has another value in a recorded slot", async () => {
      const proxied = await recordedFrom(proxyOf(IMPLEMENTATION_SLOT, STATED));
      const own = { projectRoot: folder.path, ...chainOf(proxyOf(IMPLEMENTATION_SLOT, REAL)) };
      assert.equal((await thrownBy(() => replayed(proxied, own))).code, "VC809");
    });

    it("accepts another value if the node doesn't have the slot's old state", async () => {
      const proxied = await recordedFrom(proxyOf(IMPLEMENTATION_SLOT, STATED));
      const node = nodeOf(proxyOf(IMPLEMENTATION_SLOT, REAL).deploy(REAL, "0x6001600255", 5).growTo(20));
      const request: NodeRequest = (method, params, signal) => {
        if (method === "eth_getStorageAt" && params[2] === "0x9") throw new Error("missing trie node");
        return node(method, params, signal);
      };
      const chain = { chainId: CHAIN_ID, request, signal: NEVER };
      const { report } = await replayed(proxied, { projectRoot: folder.path, chain });
      assert.equal(report.contracts[0]?.proxy?.implementation, REAL);
    });

    it("takes the answers to calls from the node", async () => {
      const proxied = await recordedFrom(beaconOf(STATED));
      const own = { projectRoot: folder.path, ...chainOf(beaconOf(REAL)) };
      const [stated, real] = [await replayed(proxied), await replayed(proxied, own)];
      assert.equal(stated.report.contracts[0]?.proxy?.implementation, STATED);
      assert.equal(real.report.contracts[0]?.proxy?.implementation, REAL);
    });
  });

  it("tells a silent node from a contradicting one", async () => {
    const chain = deployedChain();
    chain.failing.add("eth_getCode");
    assert.equal((await thrownBy(() => withOwn(chainOf(chain)))).code, "VC302");
  });

  it("compiles the sources on record with a local compiler", async () => {
    const { report } = await withOwn({ compile: compileHere });
    const [contract] = report.contracts;
    const check = contract?.checks.find(({ id }) => id === "recompiled-here");
    assert.deepInclude(check, { status: "passed" });
  });

  it("accepts the user's own build only if it matches", async () => {
    await writeHardhat3(folder, "build-own", project());
    const own = { builds: new BuildCache(), buildInfo: `${folder.path}/artifacts` };
    const { report } = await withOwn(own);
    assert.equal(report.contracts[0]?.outcome, "already-verified");
    assert.equal(report.contracts[0]?.contract?.buildId, "build-own");
    await using others = await temporaryFolder();
    await writeHardhat3(others, "other", compile({ [PATH]: COUNTER.replaceAll("+=", "-=") }));
    const { report: misfit } = await withOwn({
      builds: new BuildCache(),
      buildInfo: `${others.path}/artifacts`,
    });
    assert.equal(misfit.contracts[0]?.error?.code, "VC204");
    assert.equal(misfit.exitCode, 1);
  });
});
