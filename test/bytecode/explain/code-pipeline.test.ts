import { assert } from "chai";
import { detectPipeline } from "../../../src/internal/bytecode/explain/traits.ts";
import { decodeInstructions } from "../../../src/internal/bytecode/opcodes.ts";
import { decodeCode } from "../../../src/internal/domain/code-template.ts";
import { compile, contractOf, runtimeOf } from "../../helpers/compile.ts";

/** Recognised by the test for a selector. */
const FUNCTIONS =
  "pragma solidity ^0.8.0; contract A { uint256 public total; function add() external { total += 1; } }";
/** Without a selector: recognised by the test for received ether. */
const FALLBACK_ALONE = "pragma solidity ^0.8.0; contract A { uint256 n; fallback() external { n += 1; } }";

const pipeline = (source: string, settings: Readonly<Record<string, unknown>>) =>
  detectPipeline(
    decodeInstructions(
      decodeCode(runtimeOf(contractOf(compile({ "A.sol": source }, settings), "A.sol", "A")).object) ??
        new Uint8Array(),
    ),
  );

describe("bytecode - explain: the compiler's code generator", () => {
  for (const [what, source] of [
    ["functions", FUNCTIONS],
    ["only a fallback", FALLBACK_ALONE],
  ] as const)
    for (const optimizer of [{ enabled: false }, { enabled: true, runs: 200 }])
      for (const viaIR of [false, true])
        it(`recognises ${viaIR ? "via-ir" : "legacy"} in a contract with ${what}, optimizer ${optimizer.enabled ? "on" : "off"}`, () =>
          assert.equal(pipeline(source, { viaIR, optimizer }), viaIR ? "via-ir" : "legacy"));
});
