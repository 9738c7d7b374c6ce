import { assert } from "chai";
import { planSubmission, type SubmissionParts } from "../../src/internal/submission/plan-submission.ts";
import { COMPILER_VERSION, compile } from "../helpers/compile.ts";
import { COUNTER, FIXED, MATHS, USES_MATHS } from "../helpers/contracts.ts";

const REMAPPINGS = ["project/:@lib/=npm/lib@1.0.0/", "project/:unused/=npm/unused@1.0.0/"];
const HASH = `0x${"Ab".repeat(32)}`;

function build() {
  return compile(
    {
      "project/contracts/UsesMaths.sol": USES_MATHS.replace("./Maths.sol", "@lib/Maths.sol"),
      "npm/lib@1.0.0/Maths.sol": MATHS,
      "project/contracts/Counter.sol": COUNTER,
      "project/contracts/Fixed.sol": FIXED,
    },
    { remappings: REMAPPINGS, viaIR: false, evmVersion: "shanghai" },
  );
}

const USES = { name: "UsesMaths", inputSourceName: "project/contracts/UsesMaths.sol" };

function parts({ input = build().input, contract = USES } = {}): SubmissionParts {
  return {
    contract,
    compilation: { input, compilerVersion: COMPILER_VERSION },
    creationTransactionHash: HASH,
  };
}

function ready(...args: Parameters<typeof planSubmission>) {
  const plan = planSubmission(...args);
  return "first" in plan ? plan : assert.fail(plan.unknown);
}

describe("submission - what is sent", () => {
  it("is first the imported sources, and then all of them", () => {
    const { first, fallback } = ready(parts(), "auto");
    assert.deepEqual(Object.keys(first.body.stdJsonInput.sources).sort(), [
      "npm/lib@1.0.0/Maths.sol",
      "project/contracts/UsesMaths.sol",
    ]);
    assert.equal(first.sources, "minimal");
    assert.lengthOf(Object.keys(fallback?.body.stdJsonInput.sources ?? {}), 4);
    assert.equal(fallback?.sources, "full");
  });

  it("keeps the settings as compiled, without added libraries, with unused remappings", () => {
    const { first, fallback } = ready(parts(), "auto");
    for (const planned of [first, fallback]) {
      const settings = planned?.body.stdJsonInput.settings ?? {};
      const { outputSelection: _, ...asCompiled } = build().input.settings;
      assert.deepInclude(settings, asCompiled);
      assert.deepEqual(Object.keys(settings), Object.keys(build().input.settings));
      assert.notProperty(settings, "libraries");
      assert.deepEqual(settings.remappings, REMAPPINGS);
    }
  });

  it("contains only keys that the interface knows", () => {
    const input = { ...build().input, version: "0.8.28", allowPaths: [], basePath: "/home" } as never;
    const { stdJsonInput } = ready(parts({ input }), "full").first.body;
    assert.hasAllKeys(stdJsonInput, ["language", "sources", "settings"]);
  });

  it("has the creation transaction in lower case, and no key for an unknown one", () => {
    assert.equal(ready(parts(), "auto").first.body.creationTransactionHash, HASH.toLowerCase());
    const { creationTransactionHash: _, ...unknown } = parts();
    const { body } = ready(unknown, "auto").first;
    assert.notProperty(body, "creationTransactionHash");
  });

  it("has no fallback if the user chose the sources", () => {
    assert.isUndefined(ready(parts(), "minimal").fallback);
    assert.isUndefined(ready(parts(), "full").fallback);
  });

  it("is everything at once if imports can't be resolved, unless the user wants only imports", () => {
    const { input } = build();
    const { "npm/lib@1.0.0/Maths.sol": _, ...sources } = input.sources;
    const without = parts({ input: { ...input, sources } });
    const { first, fallback } = ready(without, "auto");
    assert.equal(first.sources, "full");
    assert.include(first.reason, "npm/lib@1.0.0/Maths.sol");
    assert.isUndefined(fallback);
    assert.property(planSubmission(without, "minimal"), "unknown");
  });

  it("includes the size of each file and of the body", () => {
    const { input } = compile({ "a.sol": `${COUNTER}// größer\n`, "b.sol": COUNTER });
    const { first } = ready(parts({ input, contract: { ...USES, inputSourceName: "a.sol" } }), "full");
    const found = first.files.map(({ path, bytes }) => [path, bytes]);
    assert.deepEqual(found, [
      ["a.sol", Buffer.byteLength(`${COUNTER}// größer\n`)],
      ["b.sol", Buffer.byteLength(COUNTER)],
    ]);
    assert.equal(first.bytes, Buffer.byteLength(JSON.stringify(first.body)));
  });
});
