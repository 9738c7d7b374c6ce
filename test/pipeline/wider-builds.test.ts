import path from "node:path";
import { assert } from "chai";
import { BuildCache } from "../../src/internal/builds/build-cache.ts";
import { temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { type Compiled, compile } from "../helpers/compile.ts";
import { COUNTER } from "../helpers/contracts.ts";
import { NOT_VERIFIED } from "../helpers/pipeline/answers.ts";
import { deployedChain, PATH, project } from "../helpers/pipeline/deployed.ts";
import { runPipeline } from "../helpers/pipeline/world.ts";

/** The same code; its metadata tells them apart. */
const edited = (comment: string) => compile({ [PATH]: `${COUNTER}// ${comment}\n` });

class CountingBuilds extends BuildCache {
  all = 0;
  wider = 0;

  override read(...args: Parameters<BuildCache["read"]>): ReturnType<BuildCache["read"]> {
    this.all++;
    return super.read(...args);
  }

  override readWider(...args: Parameters<BuildCache["readWider"]>): ReturnType<BuildCache["readWider"]> {
    this.wider++;
    return super.readWider(...args);
  }
}

async function look(
  artifacts: Compiled,
  others: readonly Compiled[],
  contract?: string,
  onchain = project(),
  deployed = "Counter",
) {
  await using folder = await temporaryFolder();
  await writeHardhat3(folder, "latest", artifacts);
  for (const [index, each] of others.entries())
    await writeHardhat3(folder, `older-${index}`, each, { artifacts: false });
  const builds = new CountingBuilds();
  const locations = [path.join(folder.path, "artifacts")];
  const buildSource = { kind: "build-files", locations, isNamed: true } as const;
  const { report } = await runPipeline({
    script: { record: [NOT_VERIFIED] },
    chain: deployedChain(onchain, deployed),
    ports: { builds },
    request: { buildSource, projectRoot: folder.path, dryRun: true, contract },
  });
  const { outcome, error, expectedMatch } = report;
  return {
    outcome,
    code: error?.code,
    build: report.contract?.buildId,
    runtime: expectedMatch?.runtime,
    all: builds.all,
    wider: builds.wider,
  };
}

describe("pipeline - builds that are slow to read", () => {
  it("should provide the exact match if the artifacts have the same code with other metadata", async () => {
    const { build, runtime } = await look(edited("now"), [edited("a"), project(), edited("b")]);
    assert.deepEqual({ build, runtime }, { build: "older-1", runtime: "exact_match" });
  });

  describe("if the user names the contract", () => {
    it("should stay unread, like other contracts' artifacts, if the named artifact matches exactly", async () => {
      for (const name of ["Counter", "contracts/Counter.sol:Counter"]) {
        const { build, runtime, all, wider } = await look(project(), [edited("a")], name);
        assert.deepEqual([build, runtime, all, wider], ["latest", "exact_match", 0, 0]);
      }
    });

    it("should be read if the named artifact belongs to another contract or has other metadata", async () => {
      const wrong = await look(project(), [], "Fixed");
      assert.deepEqual([wrong.code, wrong.all], ["VC204", 1]);
      const { build, runtime, all } = await look(edited("now"), [project()], "Counter");
      assert.deepEqual({ build, runtime, all }, { build: "older-0", runtime: "exact_match", all: 1 });
    });

    it("should be read if the contract creates another, whose metadata its code contains", async () => {
      const factory = compile({
        [PATH]: `${COUNTER}
contract Factory { function create() external returns (address) { return address(new Counter()); } }`,
      });
      const { build, runtime, all } = await look(factory, [], "Factory", factory, "Factory");
      assert.deepEqual({ build, runtime, all }, { build: "latest", runtime: "exact_match", all: 1 });
    });

    it("should be read if the contract calls a library that the compiler linked", async () => {
      const source = `pragma solidity ^0.8.0;
library Maths { function twice(uint256 a) external pure returns (uint256) { return 2 * a; } }
contract Ledger { function twice(uint256 a) external pure returns (uint256) { return Maths.twice(a); } }`;
      const libraries = { [PATH]: { Maths: `0x${"12".repeat(20)}` } };
      const linked = compile({ [PATH]: source }, { libraries });
      const { build, all } = await look(linked, [], "Ledger", linked, "Ledger");
      assert.deepEqual({ build, all }, { build: "latest", all: 1 });
    });
  });

  it("should provide a contract without an artifact, also by name", async () => {
    const other = compile({
      "project/contracts/Other.sol": "pragma solidity ^0.8.0; contract Other { int x = 1; }",
    });
    assert.equal((await look(other, [project()])).build, "older-0");
    assert.equal((await look(other, [project()], "Counter")).build, "older-0");
    const none = await look(other, []);
    assert.deepEqual([none.outcome, none.code], ["no-build", "VC204"]);
  });
});
