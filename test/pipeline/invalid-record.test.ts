import { assert } from "chai";
import { compilerHere } from "../helpers/cross-check/recompiled.ts";
import { checkWithoutBuild, record, runPipeline } from "../helpers/pipeline/world.ts";
import { text } from "../helpers/services/fault-server.ts";

type Json = Readonly<Record<string, unknown>>;

function changedRecord(change: (body: Json) => Json): string {
  return JSON.stringify(change(record()));
}

const named = (fullyQualifiedName: string) => (body: Json) => {
  const [path, name] = fullyQualifiedName.split(":");
  const metadata = body.metadata as Json;
  return {
    ...body,
    compilation: { ...(body.compilation as Json), fullyQualifiedName, name },
    metadata: {
      ...metadata,
      settings: { ...(metadata.settings as Json), compilationTarget: { [path ?? ""]: name } },
    },
  };
};

describe("pipeline - a record with names that every JavaScript object has", () => {
  for (const [name, run] of [
    ["__proto__:__proto__", checkWithoutBuild],
    ["A.sol:valueOf", runPipeline],
  ] as const)
    it(`should be invalid, without a stack trace: ${name}`, async () => {
      const body = text(200, changedRecord(named(name)));
      const { report, exitCode } = await run({
        script: { record: [body] },
        request: { recompile: true },
        ports: { compile: compilerHere().compile },
      });
      assert.deepEqual([report.outcome, report.error?.code, exitCode], ["check-failed", "VC417", 1]);
    });

  it("should be invalid because of a key that JSON readers drop", async () => {
    const body = changedRecord((it) => it).replace('"sources":{', '"sources":{"__proto__":{"content":""},');
    const { report } = await checkWithoutBuild({ script: { record: [text(200, body)] } });
    assert.equal(report.error?.code, "VC417");
  });
});
