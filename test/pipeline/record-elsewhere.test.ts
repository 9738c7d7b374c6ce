import { assert } from "chai";
import { compile } from "../helpers/compile.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS, codeOf, project } from "../helpers/pipeline/deployed.ts";
import { runPipeline } from "../helpers/pipeline/world.ts";

describe("pipeline - a contract with a record but without a build", () => {
  const { runtime, creation } = codeOf(project(), "Counter");
  const run = (code: string, builds = [project()]) =>
    runPipeline({
      chain: new FakeChain().create(ADDRESS, code, creation).growTo(9),
      builds,
      script: { record: [stored()] },
    });

  it("should suspect the node if the record has other code: VC204", async () => {
    const { report } = await run("0x6080604052600080fd");
    assert.equal(report.error?.code, "VC204");
    assert.match(
      report.error?.likely ?? "",
      /^the code on record isn't on this chain: the node is on another/,
    );
    assert.include(report.error?.next ?? "", `check ${ADDRESS}`);
  });

  it("should not suspect the node if the record has the code on chain: VC204", async () => {
    const other = compile({ "Other.sol": "contract Other { uint256 public unlike = 3; }" });
    const { report } = await run(runtime, [other]);
    assert.equal(report.error?.code, "VC204");
    assert.notInclude(report.error?.likely, "on record");
  });
});
