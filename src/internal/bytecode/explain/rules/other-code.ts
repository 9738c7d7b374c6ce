import { encodeCode } from "../../../domain/code-template.ts";
import { formatLength, shortenList } from "../../../text/amounts.ts";
import { findKnownCode, readDelegate } from "../../known-codes.ts";
import { BLOCK_ENDS, getMnemonic, listOffsets, OPCODE } from "../../opcodes.ts";
import { certain, type Explained, type Facts, likely } from "../explanation.ts";

/** Explains an account that has no code, data instead of code, or code that only delegates. */
export function explainOtherAccount({ onchain, built }: Facts): Explained | undefined {
  if (onchain.code.length === 0) return certain("no-code", "the address has no code on chain");
  const code = encodeCode(onchain.code);
  const implementation = findKnownCode(code)?.implementation;
  if (implementation !== undefined)
    return certain("proxy", `the code on chain is a minimal proxy for the implementation ${implementation}`);
  const delegate = readDelegate(code);
  if (delegate !== undefined)
    return certain("proxy", `the code on chain is an account's delegation (EIP-7702) to ${delegate}`);
  // Code as long as the build's is more likely a corrupted copy of it than another contract.
  return onchain.code.length !== built.code.length && isData(onchain.code)
    ? certain("other-code", "the code on chain is data: no part of it can run as a program")
    : undefined;
}

/** Instructions that a program can begin with, because they need nothing on the stack. */
const NEEDS_NO_STACK =
  /^(?:PUSH\d+|ADDRESS|ORIGIN|CALLER|CALLVALUE|CALLDATASIZE|CODESIZE|GASPRICE|RETURNDATASIZE|COINBASE|TIMESTAMP|NUMBER|PREVRANDAO|GASLIMIT|CHAINID|SELFBALANCE|BASEFEE|BLOBBASEFEE|PC|MSIZE|GAS|JUMPDEST)$/;

/** True if every call ends before its first jump, either at an invalid opcode or at the very start. */
function isData(code: Uint8Array): boolean {
  for (const at of listOffsets(code)) {
    const opcode = code[at] ?? OPCODE.STOP;
    const name = getMnemonic(opcode);
    if (at === 0 && !NEEDS_NO_STACK.test(name)) return true;
    if (opcode === OPCODE.INVALID || name.startsWith("UNKNOWN")) return true;
    if (opcode === OPCODE.JUMPI || BLOCK_ENDS.has(opcode)) return false;
  }
  return false;
}

/** Explains code that is a prefix of the other side's code. */
export function explainLength({ onchain, built, comparison }: Facts): Explained | undefined {
  const isOnlyLength = comparison.differences.every(({ kind }) => kind === "length");
  const missing = built.code.length - onchain.code.length;
  if (!isOnlyLength || missing === 0) return undefined;
  const missingBytes = `its last ${formatLength(missing)} are missing`;
  return missing > 0
    ? certain("truncated", `the code on chain is the beginning of this build's code: ${missingBytes}`)
    : certain(
        "extended",
        `the code on chain is this build's code followed by ${formatLength(-missing)} more`,
      );
}

/** Minimum proportion of shared function selectors. Contracts that share fewer are unrelated. */
const MIN_SHARED = 0.25;
/** A single selector may be a constant that only looks like one. */
const MIN_SELECTORS = 2;

/** Explains an unrelated contract, for which comparing compiler settings makes no sense. */
export function explainOtherCode({ onchain, built }: Facts): Explained | undefined {
  const there = onchain.selectors;
  const here = built.selectors;
  if (there.size < MIN_SELECTORS && here.size < MIN_SELECTORS) return undefined;
  const shared = there.intersection(here).size;
  if (shared / there.union(here).size >= MIN_SHARED) return undefined;
  const explained = shared === 0 && Math.min(there.size, here.size) >= MIN_SELECTORS ? certain : likely;
  const has = there.size === 1 ? "1 function selector" : `${there.size} function selectors`;
  const found = `it has ${has}, this build ${here.size}, and they share ${shared === 0 ? "none" : shared}`;
  return explained("other-code", `the code on chain belongs to another contract: ${found}`);
}

const SHOWN = 3;
/** If at most this proportion of the bytes differs, a source change is a better explanation than a setting. */
const MAX_CHANGED_SHARE = 0.02;

/** Explains another version of the same contract, with different functions. */
export function explainSelectors({ onchain, built }: Facts): Explained | undefined {
  const added = onchain.selectors.difference(built.selectors);
  const missing = built.selectors.difference(onchain.selectors);
  const parts = [
    ...(added.size === 0 ? [] : [`only on chain ${listSelectors(added)}`]),
    ...(missing.size === 0 ? [] : [`only in this build ${listSelectors(missing)}`]),
  ];
  if (parts.length === 0) return undefined;
  return likely("sources", `the sources differ, because their function selectors do: ${parts.join(", ")}`);
}

/** Explains code that has the same length and differs in few places. */
export function explainFewBytes({ onchain, built, programs }: Facts): Explained | undefined {
  if (onchain.code.length !== built.code.length) return undefined;
  const code = programs.differences.filter(({ kind }) => kind === "code");
  const differing = code.reduce((sum, { length }) => sum + length, 0);
  if (code.length === 0 || differing > Math.max(1, built.code.length * MAX_CHANGED_SHARE)) return undefined;
  const differ = `${formatLength(differing)} of it ${differing === 1 ? "differs" : "differ"}`;
  const where = `only ${differ}, from byte ${code[0]?.offset ?? 0} on`;
  return likely("sources", `the code has the same length and ${where}: a change in the sources`);
}

/** The fallback if no setting leaves a trace, or if the code, like a proxy's, is too small to show any. */
export function explainRest({ onchain, built, programs }: Facts): Explained {
  const first = programs.differences.find(({ kind }) => kind === "code") ?? programs.differences[0];
  const lengths =
    onchain.code.length === built.code.length
      ? `the code has the same length and differs from byte ${first?.offset ?? 0} on`
      : `${formatLength(onchain.code.length)} on chain, ${built.code.length} in this build`;
  const isConclusive = [onchain, built].every(
    ({ pipeline, optimized }) => pipeline !== undefined && optimized !== undefined,
  );
  const same = "the compiler settings seem to be the same, so the sources probably differ";
  const unclear = "there is too little code to distinguish a compiler setting from a change in the sources";
  return isConclusive
    ? likely("sources", `${lengths}, and ${same}`)
    : likely("unexplained", `${lengths}; ${unclear}`);
}

function listSelectors(selectors: ReadonlySet<string>): string {
  const sorted = [...selectors].sort().map((selector) => `0x${selector}`);
  return shortenList(sorted, SHOWN).join(" ");
}
