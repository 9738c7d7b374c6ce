import { decodeCode, encodeCode } from "../domain/code-template.ts";
import { findDelegateSites } from "./delegate-sites.ts";
import { getOperandLength, OPCODE } from "./opcodes.ts";

const MAX_SITES = 64;
/** Padding as long as the longest operand, because a PUSH at the end of the code would swallow the appended bytes. */
const PADDING = "00".repeat(32);
/** PUSH2 target JUMP. */
const JUMP_LENGTH = 4;

/**
 * Builds a program that replaces a contract's code. It returns a word and the address that it runs as. Uses only
 * opcodes that every chain supports.
 *
 * @param magic A random 32-byte word, 0x-prefixed hex.
 */
export function buildMagicProgram(magic: string): string {
  // PUSH32 magic, MSTORE at 0, ADDRESS, MSTORE at 32, RETURN 64 bytes.
  return `0x7f${magic.slice(2)}6000523060205260406000f3`;
}

/**
 * Decodes the return data of a magic program.
 *
 * @param answer 0x-prefixed hex. A proxy may append bytes to its implementation's return data.
 * @returns The lowercase address that the program ran as, or undefined if it didn't run.
 */
export function readExecutingAddress(answer: string, magic: string): string | undefined {
  return readAddressesAfter(answer, magic)?.[0];
}

/**
 * Builds code that behaves like the given code until its first DELEGATECALL or CALLCODE. At that point, the code
 * returns the magic word, the address that it runs as, the address that it would delegate to, and the offset. One call
 * finds the implementation, wherever the contract stores the address.
 *
 * @param runtimeBytecode 0x-prefixed hex.
 * @param skipped Offsets to leave unpatched.
 * @returns undefined if the code is too long for PUSH2 jump targets.
 */
export function patchDelegations(
  runtimeBytecode: string,
  magic: string,
  skipped: ReadonlySet<number> = new Set(),
): string | undefined {
  const code = decodeCode(runtimeBytecode);
  if (code === undefined) return undefined;
  const sites = findDelegateSites(runtimeBytecode).filter(({ offset }) => !skipped.has(offset));
  const last = sites.at(-1)?.offset ?? 0;
  const patched = new Uint8Array(Math.max(code.length, last + JUMP_LENGTH));
  patched.set(code);
  let appended = PADDING;
  for (const { offset } of sites.slice(0, MAX_SITES)) {
    const target = patched.length + appended.length / 2;
    if (target > 0xffff) return undefined;
    // If the jump overwrites only part of an instruction, the remainder must not decode as another instruction.
    patched.fill(OPCODE.STOP, offset, findPatchEnd(code, offset));
    patched.set([OPCODE.PUSH1 + 1, target >> 8, target & 0xff, OPCODE.JUMP], offset);
    appended += buildReportProgram(offset, magic);
  }
  return `${encodeCode(patched)}${appended}`;
}

function findPatchEnd(code: Uint8Array, offset: number): number {
  const least = offset + JUMP_LENGTH;
  let end = offset;
  while (end < Math.min(least, code.length)) end += 1 + getOperandLength(code[end] ?? 0);
  return Math.max(end, least);
}

/** Expects gas, then the address, on top of the stack. */
function buildReportProgram(site: number, magic: string): string {
  const place = site.toString(16).padStart(4, "0");
  // JUMPDEST POP, MSTORE at 64, PUSH2 site MSTORE at 96, ADDRESS MSTORE at 32, PUSH32 magic MSTORE at 0, RETURN 128
  // bytes.
  return `5b5060405261${place}60605230602052${`7f${magic.slice(2)}`}60005260806000f3`;
}

/**
 * Decodes the return data of code from {@link patchDelegations}.
 *
 * @param address The contract that was called, in any case.
 * @returns the delegation's target (0x followed by 40 lowercase hex digits) and the DELEGATECALL's offset in the code; undefined if
 * no DELEGATECALL ran.
 */
export function decodeDelegation(answer: string, magic: string, address: string) {
  const [self, target, site] = readAddressesAfter(answer, magic) ?? [];
  if (self === undefined || target === undefined || site === undefined) return undefined;
  if (self !== address.toLowerCase()) return undefined;
  return { target, site: Number.parseInt(site.slice(2), 16) };
}

/** Reads the addresses after the magic word. Ignores the upper 12 bytes of each word. */
function readAddressesAfter(answer: string, magic: string): readonly string[] | undefined {
  const digits = answer.slice(2).toLowerCase();
  if (!digits.startsWith(magic.slice(2).toLowerCase())) return undefined;
  const words = digits.slice(64).match(/.{64}/g);
  return words?.map((word) => `0x${word.slice(24)}`);
}
