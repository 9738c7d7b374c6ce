import { encodeCode } from "../../../domain/code-template.ts";
import { delegateOf, minimalProxyImplementation } from "../../known-codes.ts";
import { ENDS, mnemonicOf, OPCODE, operandLength } from "../../opcodes.ts";
import { bytes, certain, type Explained, type Facts, likely } from "../explanation.ts";

/** No code, data, or code that only delegates to other code. */
export function explainOtherAccount({ onchain, built }: Facts): readonly Explained[] {
  if (onchain.code.length === 0) return [certain("no-code", "there is no code on chain")];
  const code = encodeCode(onchain.code);
  const implementation = minimalProxyImplementation(code);
  if (implementation !== undefined)
    return [certain("proxy", `the code on chain is a minimal proxy of the implementation ${implementation}`)];
  const delegate = delegateOf(code);
  if (delegate !== undefined)
    return [
      certain("proxy", `the code on chain is an account's delegation (EIP-7702) to the code of ${delegate}`),
    ];
  // Of the build's length, it is more likely the build's code with a wrong byte.
  return onchain.code.length !== built.code.length && isData(onchain.code)
    ? [certain("other-code", "the code on chain is data: no part of it can run as a program")]
    : [];
}

/** A program can begin with one of these: the stack is empty. */
const NEEDS_NO_STACK =
  /^(?:PUSH\d+|ADDRESS|ORIGIN|CALLER|CALLVALUE|CALLDATASIZE|CODESIZE|GASPRICE|RETURNDATASIZE|COINBASE|TIMESTAMP|NUMBER|PREVRANDAO|GASLIMIT|CHAINID|SELFBALANCE|BASEFEE|BLOBBASEFEE|PC|MSIZE|GAS|JUMPDEST)$/;

/** Whether each call of a code fails, or does nothing, before its first jump: at a byte that is no opcode, or at its start. */
function isData(code: Uint8Array): boolean {
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] ?? OPCODE.STOP;
    const name = mnemonicOf(opcode);
    if (at === 0 && !NEEDS_NO_STACK.test(name)) return true;
    if (opcode === OPCODE.INVALID || name.startsWith("UNKNOWN")) return true;
    if (opcode === OPCODE.JUMPI || ENDS.has(opcode)) return false;
    at += operandLength(opcode);
  }
  return false;
}

/** One code is the beginning of the other. */
export function explainLength({ onchain, built, comparison }: Facts): readonly Explained[] {
  const isOnlyLength = comparison.differences.every(({ kind }) => kind === "length");
  const missing = built.code.length - onchain.code.length;
  if (!isOnlyLength || missing === 0) return [];
  const missingBytes = `its last ${bytes(missing)} are missing`;
  return [
    missing > 0
      ? certain("truncated", `the code on chain is the beginning of this build's code: ${missingBytes}`)
      : certain("extended", `the code on chain is this build's code with ${bytes(-missing)} more at its end`),
  ];
}

/** Share of all function selectors: two contracts with less in common are unrelated. */
const LEAST_SHARED = 0.25;
/** A single one may be a constant that only looks like a selector. */
const FEWEST = 2;

/** An unrelated contract, where comparing compiler settings makes no sense. */
export function explainOtherCode({ onchain, built }: Facts): readonly Explained[] {
  const there = onchain.selectors;
  const here = built.selectors;
  if (there.size < FEWEST && here.size < FEWEST) return [];
  const shared = there.intersection(here).size;
  if (shared / there.union(here).size >= LEAST_SHARED) return [];
  const explained = shared === 0 && Math.min(there.size, here.size) >= FEWEST ? certain : likely;
  const has = there.size === 1 ? "1 function selector" : `${there.size} function selectors`;
  const found = `it has ${has}, this build ${here.size}, and they share ${shared === 0 ? "none" : shared}`;
  return [explained("other-code", `the code on chain is another contract's: ${found}`)];
}
