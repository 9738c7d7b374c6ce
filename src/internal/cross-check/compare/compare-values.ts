import { codeLength } from "../../domain/code-template.ts";
import { codeHash } from "../../domain/keccak.ts";
import { type Finding, failed, passed } from "../check.ts";

/** Compares two texts, such as addresses in lower case. */
export function compareText(expected: string, actual: string, reason?: string): Finding {
  return expected === actual ? passed(actual) : failed(expected, actual, reason);
}

/** Compares each text with the expected one, and shows the first that differs. */
export function compareEach(expected: string, actual: readonly string[]): Finding {
  return compareText(expected, actual.find((text) => text !== expected) ?? expected);
}

/** Compares two codes byte for byte; 0x-hex in any case. */
export function compareBytes(expected: string, actual: string, reason?: string): Finding {
  const same = expected.toLowerCase() === actual.toLowerCase();
  return same ? passed(describeCode(actual)) : failed(describeCode(expected), describeCode(actual), reason);
}

/** The length and the hash of a code, which is too long to print. */
export function describeCode(code: string): string {
  // No repeated group: a code of megabytes would overflow the stack.
  if (!/^0x[0-9a-fA-F]*$/.test(code) || code.length % 2 !== 0) return "no code";
  return `${codeLength(code)} bytes, keccak256 ${codeHash(code).slice(0, 18)}…`;
}
