import { keccak256 } from "ethers/crypto";

import { codeLength } from "../../domain/code-template.ts";
import { type Finding, failed, passed } from "../check.ts";

/** Two values that must be the same text, such as addresses in lower case. */
export function compareText(expected: string, actual: string, reason?: string): Finding {
  return expected === actual ? passed(actual) : failed(expected, actual, reason);
}

/** Texts that must all be the expected one; the first that is not is shown. */
export function compareEach(expected: string, actual: readonly string[]): Finding {
  return compareText(expected, actual.find((text) => text !== expected) ?? expected);
}

/** Two codes that must be the same, byte for byte; 0x-hex in any case. */
export function compareBytes(expected: string, actual: string, reason?: string): Finding {
  const same = expected.toLowerCase() === actual.toLowerCase();
  return same ? passed(describeCode(actual)) : failed(describeCode(expected), describeCode(actual), reason);
}

/** A code is too long to print: its length and its hash say which one it is. */
export function describeCode(code: string): string {
  // No repeated group: a code of megabytes would overflow the stack.
  if (!/^0x[0-9a-fA-F]*$/.test(code) || code.length % 2 !== 0) return "no code";
  return `${codeLength(code)} bytes, keccak256 ${keccak256(code).slice(0, 18)}…`;
}
