import { assert } from "chai";
import type { BuildFiles } from "../../src/internal/builds/build-source.ts";
import type { Match } from "../../src/internal/domain/record.ts";
import type { Compile } from "../../src/internal/solidity/compilers/recompile.ts";
import { temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { COMPILER_VERSION } from "../helpers/compile.ts";
import { compilerHere } from "../helpers/cross-check/recompiled.ts";
import { matchedJob, NOT_VERIFIED, record, stored } from "../helpers/pipeline/answers.ts";
import { deployedChain, PATH, project } from "../helpers/pipeline/deployed.ts";
import { namedBuilds, type Run, runPipeline, stateIn } from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";

const noCompiler: Compile = () =>
  Promise.resolve({ kind: "no-compiler", reason: "No compiler 0.8.28 is configured. Available: 0.8.19." });

async function given(
  compiler: Compile | undefined,
  compiled = project(),
  match: Match = "exact_match",
): Promise<Run> {
  await using folder = await temporaryFolder();
  const file = await folder.write("input.json", compiled.input);
  return await runPipeline({
    chain: deployedChain(compiled),
    script: { record: [NOT_VERIFIED, stored(match, match, compiled)], job: [matchedJob(match)] },
    request: {
      buildSource: { kind: "standard-json-input", file, compilerVersion: COMPILER_VERSION },
      contract: `${PATH}:Counter`,
    },
    ports: { compile: compiler },
  });
}

describe("pipeline - a build that leaves a claim open", () => {
  for (const isNamed of [false, true])
    it(`should be followed by ${isNamed ? "another one if the user named it" : "a named one"}`, async () => {
      await using folder = await temporaryFolder();
      await writeHardhat3(folder, "build", project());
      const { report } = await runPipeline({
        script: { record: [json(200, { ...record(), metadata: null })] },
        request: { buildSource: { ...namedBuilds(`${folder.path}/artifacts`), isNamed } as BuildFiles },
      });
      assert.equal(report.error?.code, "VC416");
      assert.equal(/another build/.test(report.error?.next ?? ""), isNamed);
    });
});

describe("pipeline - a given input without a build", () => {
  it("should be verified if a compiler here compiles it to the code on chain, and cite no build", async () => {
    const { compile, compiled } = compilerHere();
    const { report, exitCode } = await given(compile);
    assert.equal(report.outcome, "verified", JSON.stringify(report.claims));
    assert.deepEqual([report.verdict, exitCode], ["verified", 0]);
    assert.lengthOf(compiled, 1);
    for (const { id, witnesses } of report.claims ?? []) assert.notInclude(witnesses, "build", id);
  });

  for (const [what, compile, next] of [
    ["without a compiler", undefined, /^$/],
    ["without a compiler of its version", noCompiler, /0\.8\.28/],
  ] as const)
    it(`should stay unproven ${what}, because only the service compiled it, and no build can help`, async () => {
      const { report, exitCode } = await given(compile);
      assert.deepEqual([report.outcome, report.error?.code, exitCode], ["not-proven", "VC416", 1]);
      assert.match(report.error?.next ?? "", next);
      for (const id of ["runtime-code", "sources", "libraries"])
        assert.equal(stateIn(report, id), "open", id);
      for (const { id, witnesses } of report.claims ?? []) assert.notInclude(witnesses, "build", id);
    });
});
