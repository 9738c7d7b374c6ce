import { assert } from "chai";
import { findKnownCode } from "../../src/internal/bytecode/known-codes.ts";

const A = "5fbdb2315678afecb367f032d93f642f64180aa3";

describe("bytecode - known codes without sources", () => {
  // The codes as deployed by anvil, forge and each library.
  for (const [name, code, implementation, kind] of [
    ["a CREATE3 proxy", "363d3d37363d34f0", undefined],
    [
      "the CREATE2 deployer",
      "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3",
      undefined,
    ],
    ["a minimal proxy (EIP-1167)", `363d3d373d3d3d363d73${A}5af43d82803e903d91602b57fd5bf3`, A, "EIP-1167"],
    ["a minimal proxy (EIP-1167)", `365f5f375f5f365f73${A}5af43d5f5f3e5f3d91602a57fd5bf3`, A, "EIP-1167"],
    ["a minimal proxy with PUSH0", `5f5f365f5f37365f73${A}5af43d5f5f3e6029573d5ffd5b3d5ff3`, A, "EIP-1167"],
    [
      "a Vyper forwarder",
      `366000600037611000600036600073${A}5af4602c57600080fd5b6110006000f3`,
      A,
      "Vyper forwarder",
    ],
    [
      "a minimal proxy with data (EIP-3448)",
      `363d3d373d3d3d3d60368038038091363936013d73${A}5af43d3d93803e603457fd5bf3${"00".repeat(32)}`,
      A,
      "EIP-3448",
    ],
    [
      "a clone with immutable arguments",
      `36602c57343d527f${"9e".repeat(32)}593da1005b363d3d373d3d3d3d610022806062363936013d73${A}5af43d3d93803e606057fd5bf3${"01".repeat(34)}`,
      A,
      "CWIA",
    ],
    [
      "a Sequence wallet proxy",
      "363d3d373d3d3d363d30545af43d82803e903d91601857fd5bf3",
      undefined,
      "Sequence",
    ],
  ] as const)
    it(`should identify ${name}`, () => {
      const expected = {
        name,
        ...(implementation && { implementation: `0x${implementation}` }),
        ...(kind && { kind }),
      };
      assert.deepEqual(findKnownCode(`0x${code}`), expected);
      assert.deepEqual(findKnownCode(`0x${code.toUpperCase()}`), expected);
    });

  for (const [what, code] of [
    ["a known code inside other code", "6080363d3d37363d34f0"],
    ["the same code with more at its end", "363d3d37363d34f000"],
    // An account is not a contract; explainOtherAccount names it.
    ["the delegation of an account (EIP-7702)", `ef0100${A}`],
    ["empty code", ""],
  ] as const)
    it(`should not identify ${what}`, () => assert.isUndefined(findKnownCode(`0x${code}`)));
});
