import { assert } from "chai";
import {
  detectHederaEntity,
  findKnownCode,
  readMinimalProxy,
} from "../../src/internal/bytecode/known-codes.ts";

const A = "5fbdb2315678afecb367f032d93f642f64180aa3";
const SLOT = "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

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
    [
      "an upgradeable minimal proxy (ERC-7760)",
      `363d3d373d3d363d7f${SLOT}545af43d6000803e6038573d6000fd5b3d6000f3${"00".repeat(32)}`,
      undefined,
      "ERC-7760",
    ],
    [
      "an upgradeable minimal proxy (ERC-7760)",
      `365814604357363d3d373d3d363d7f${SLOT}545af43d6000803e603e573d6000fd5b3d6000f35b6020600f3d393d51543d52593df3`,
      undefined,
      "ERC-7760",
    ],
  ] as const)
    it(`should identify ${name}`, () => {
      const expected = {
        name,
        ...(implementation && { implementation: `0x${implementation}` }),
        ...(kind === "ERC-7760" && { slot: SLOT }),
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
    [
      "an ERC-7760 proxy with another slot",
      `363d3d373d3d363d7f${"00".repeat(32)}545af43d6000803e6038573d6000fd5b3d6000f3`,
    ],
    ["empty code", ""],
  ] as const)
    it(`should not identify ${what}`, () => assert.isUndefined(findKnownCode(`0x${code}`)));
});

describe("bytecode - minimal proxies", () => {
  for (const [what, code] of Object.entries({
    "with arguments behind it": `0x363d3d373d3d3d363d73${A}5af43d82803e903d91602b57fd5bf3${"00".repeat(32)}`,
    "a byte shorter": `0x3d3d3d3d363d3d37363d73${A}5af43d3d93803e602a57fd5bf3`,
  } as const))
    it(`should find the implementation: ${what}`, () => assert.equal(readMinimalProxy(code), `0x${A}`));

  it("should find an implementation pushed without its leading zeros", () => {
    const short = A.slice(8);
    const code = `0x363d3d373d3d3d363d6f${short}5af43d82803e903d91602757fd5bf3`;
    assert.equal(readMinimalProxy(code), `0x00000000${short}`);
  });

  for (const [what, code] of Object.entries({
    "another jump": `0x363d3d373d3d3d363d6f${A.slice(8)}5af43d82803e903d91602b57fd5bf3`,
    "an address that is too short": `0x363d3d373d3d3d363d73${A.slice(2)}5af43d82803e903d91602b57fd5bf3`,
    "something before it": `0x00363d3d373d3d3d363d73${A}5af43d82803e903d91602b57fd5bf3`,
  } as const))
    it(`should not recognise ${what}`, () => assert.isUndefined(readMinimalProxy(code)));
});

const redirect = (head: string, hash = "d8378feed472ba49a0005514ef7087017f707b45fb9bf56bb81bb93ff19a238b") =>
  `0x6080604052348015600f57600080fd5b5060006101${head}${A}600052366000602037600080366018016008845af43d806000803e8160008114605857816000f35b816000fdfea2646970667358221220${hash}64736f6c634300080b0033`;

describe("bytecode - Hedera entities that aren't contracts", () => {
  for (const [what, code, entity] of [
    ["a token", `0xef0100${"0".repeat(37)}167`, "token"],
    ["a schedule", `0xef0100${"0".repeat(37)}16b`, "schedule"],
    ["a token from an older relay", redirect("67905077618dc65e"), "token"],
    ["a schedule from an older relay", redirect("6b9050775c3889ca", "ab".repeat(32)), "schedule"],
  ] as const)
    it(`should recognise ${what}, but only on Hedera's chains`, () => {
      for (const text of [code, `0x${code.slice(2).toUpperCase()}`]) {
        assert.equal(detectHederaEntity(295, text), entity);
        for (const chainId of [1, 31337]) assert.isUndefined(detectHederaEntity(chainId, text));
      }
    });

  for (const [what, code] of [
    ["a delegated account", `0xef0100${A}`],
    ["an account that delegates to another system address", `0xef0100${"0".repeat(37)}168`],
    ["a redirect with another function", redirect("67905077deadbeef")],
    ["a redirect with more code", `${redirect("67905077618dc65e")}00`],
  ] as const)
    it(`should not take ${what} for a token or a schedule`, () =>
      assert.isUndefined(detectHederaEntity(296, code)));
});
