import { assert } from "chai";
import { detectHederaEntity } from "../../src/internal/bytecode/known-codes.ts";

const A = "5fbdb2315678afecb367f032d93f642f64180aa3";
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
