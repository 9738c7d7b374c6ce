import { assert } from "chai";
import { readMinimalProxy } from "../../src/internal/bytecode/known-codes.ts";

const ADDRESS = "5fbdb2315678afecb367f032d93f642f64180aa3";

describe("bytecode - minimal proxies", () => {
  for (const [what, code] of Object.entries({
    "EIP-1167": `0x363d3d373d3d3d363d73${ADDRESS}5af43d82803e903d91602b57fd5bf3`,
    "in upper case": `0x363D3D373D3D3D363D73${ADDRESS.toUpperCase()}5AF43D82803E903D91602B57FD5BF3`,
    "with arguments behind it": `0x363d3d373d3d3d363d73${ADDRESS}5af43d82803e903d91602b57fd5bf3${"00".repeat(32)}`,
    "with PUSH0": `0x365f5f375f5f365f73${ADDRESS}5af43d5f5f3e5f3d91602a57fd5bf3`,
    "a byte shorter": `0x3d3d3d3d363d3d37363d73${ADDRESS}5af43d3d93803e602a57fd5bf3`,
  } as const))
    it(`should find the implementation: ${what}`, () => assert.equal(readMinimalProxy(code), `0x${ADDRESS}`));

  it("should find an implementation pushed without its leading zeros", () => {
    const short = ADDRESS.slice(8);
    const code = `0x363d3d373d3d3d363d6f${short}5af43d82803e903d91602757fd5bf3`;
    assert.equal(readMinimalProxy(code), `0x00000000${short}`);
  });

  for (const [what, code] of Object.entries({
    "another jump": `0x363d3d373d3d3d363d6f${ADDRESS.slice(8)}5af43d82803e903d91602b57fd5bf3`,
    "an address that is too short": `0x363d3d373d3d3d363d73${ADDRESS.slice(2)}5af43d82803e903d91602b57fd5bf3`,
    "something before it": `0x00363d3d373d3d3d363d73${ADDRESS}5af43d82803e903d91602b57fd5bf3`,
  } as const))
    it(`should not recognise ${what}`, () => assert.isUndefined(readMinimalProxy(code)));
});
