import path from "node:path";
import { assert } from "chai";
import { getAddress } from "ethers/address";
import { temporaryFolder } from "../helpers/build-files.ts";
import { cloneOf } from "../helpers/contracts.ts";
import { readAll, writeAll } from "../helpers/evidence/forge.ts";
import { nodeOf } from "../helpers/evidence/node-of-chain.ts";
import { comparable, recordPipeline, replayed } from "../helpers/evidence/record-pipeline.ts";
import { stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CHAIN_ID, deployedChain } from "../helpers/pipeline/deployed.ts";
import { outcomeTable } from "../helpers/pipeline/outcome-table.ts";
import { NO_MATCH } from "../helpers/services/examples.ts";
import { type Behaviour, json } from "../helpers/services/fault-server.ts";
import { thrownBy } from "../helpers/thrown.ts";

const CLONE = getAddress(`0x${"11".repeat(20)}`);

describe("evidence - a replay", () => {
  for (const [what, [setting, expected]] of Object.entries(outcomeTable())) {
    it(`reproduces the report of ${what}, also if an honest node answers`, async () => {
      await using folder = await temporaryFolder();
      const file = path.join(folder.path, "run.evidence.gz");
      const { chain = deployedChain() } = setting;
      const recorded = await recordPipeline({ ...setting, chain }, file);
      assert.equal(recorded.contracts[0]?.outcome, expected.outcome);
      const { signal } = new AbortController();
      const node = { chainId: CHAIN_ID, request: nodeOf(chain), signal };
      for (const own of [undefined, { projectRoot: folder.path, chain: node }]) {
        const { report } = await replayed(file, own);
        assert.deepEqual(comparable(report), comparable(recorded));
      }
    });
  }

  it("doesn't leave a clone's implementation to another shard if the run had none", async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, "run.evidence.gz");
    const chain = deployedChain().deploy(CLONE, cloneOf(ADDRESS), 5).growTo(9);
    const request = { action: "check", followProxy: true } as const;
    const unknown = json(404, { ...NO_MATCH, chainId: String(CHAIN_ID), address: CLONE });
    const record: Behaviour = (asked, response) =>
      (asked.url?.includes(CLONE) ? unknown : stored())(asked, response);
    const recorded = await recordPipeline(
      { chain, target: CLONE, script: { record: [record] }, request },
      file,
    );
    assert.deepEqual(
      recorded.contracts.map(({ outcome }) => outcome),
      ["minimal-proxy", "already-verified"],
    );
    const said = await readAll(file);
    const run = (shard: object | null) => JSON.stringify({ ...JSON.parse(said.end.run), shard, exitCode: 0 });
    const end = { ...said.end, contracts: 1, lanes: [{ named: 1, elsewhere: [ADDRESS] }] };
    const forged = (shard: object | null) =>
      writeAll(file, { ...said, entries: said.entries.slice(0, 1), end: { ...end, run: run(shard) } });
    await forged({ index: 1, count: 2, plan: null });
    assert.equal((await replayed(file)).report.exitCode, 0);
    await forged(null);
    assert.equal((await thrownBy(() => replayed(file))).code, "VC808");
  });

  it("removes superseded implementations, and a command from the file, as a run does", async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, "run.evidence.gz");
    const chain = deployedChain().deploy(CLONE, "0x6001600255", 5).growTo(9);
    const origin = {
      tool: "openzeppelin",
      name: "implementation",
      file: "31337.json",
      naming: "role",
    } as const;
    const script = { record: [json(404, { ...NO_MATCH, chainId: String(CHAIN_ID), address: CLONE })] };
    const recorded = await recordPipeline(
      { chain, target: CLONE, script, request: { origins: [origin] } },
      file,
    );
    assert.equal(recorded.contracts[0]?.error?.code, "VC204");
    const said = await readAll(file);
    const run = JSON.stringify({ ...JSON.parse(said.end.run), exitCode: 0, accept: "rm -rf ." });
    const header = { ...said.header, scope: "several" } as const;
    await writeAll(file, { ...said, header, end: { ...said.end, run } });
    const { report } = await replayed(file);
    assert.deepEqual([report.contracts, report.exitCode, report.accept], [[], 0, undefined]);
  });
});
