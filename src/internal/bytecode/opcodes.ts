import { findAuxdata } from "./cbor-auxdata.ts";

/** The opcodes that the code names (ethereum.org, "Opcodes for the EVM"). */
export const OPCODE = {
  STOP: 0x00,
  SUB: 0x03,
  LT: 0x10,
  GT: 0x11,
  EQ: 0x14,
  ISZERO: 0x15,
  XOR: 0x18,
  SHL: 0x1b,
  CALLVALUE: 0x34,
  CALLDATASIZE: 0x36,
  CODESIZE: 0x38,
  POP: 0x50,
  JUMP: 0x56,
  JUMPI: 0x57,
  JUMPDEST: 0x5b,
  PUSH0: 0x5f,
  PUSH1: 0x60,
  PUSH3: 0x62,
  PUSH4: 0x63,
  PUSH32: 0x7f,
  DUP1: 0x80,
  DUP16: 0x8f,
  SWAP1: 0x90,
  RETURN: 0xf3,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
} as const;

export interface Instruction {
  /** Bytes from the start of the code. */
  readonly offset: number;
  readonly opcode: number;
  /** The bytes that a PUSH pushes; empty for all other opcodes. */
  readonly operand: Uint8Array;
  /** False between an end or a jump and the next JUMPDEST: these bytes may be data. */
  readonly isReachable: boolean;
}

/** Bytes after one of these do not run, up to the next JUMPDEST. */
export const ENDS: ReadonlySet<number> = new Set([
  OPCODE.STOP,
  OPCODE.JUMP,
  OPCODE.RETURN,
  OPCODE.REVERT,
  OPCODE.INVALID,
  OPCODE.SELFDESTRUCT,
]);

const NO_OPERAND = new Uint8Array();

/** Decodes a code's instructions, and skips CBOR auxdata (metadata sections). */
export function instructionsOf(code: Uint8Array): readonly Instruction[] {
  const instructions: Instruction[] = [];
  let offset = 0;
  let isReachable = true;
  const end = { offset: code.length, length: 0 };
  for (const auxdata of [...findAuxdata(code), end]) {
    while (offset < auxdata.offset) {
      const opcode = code[offset] ?? 0;
      if (opcode === OPCODE.JUMPDEST) isReachable = true;
      const after = Math.min(offset + 1 + operandLength(opcode), auxdata.offset);
      // Most have no operand: a view of each takes two hundred bytes.
      const operand = after === offset + 1 ? NO_OPERAND : code.subarray(offset + 1, after);
      instructions.push({ offset, opcode, operand, isReachable });
      if (ENDS.has(opcode)) isReachable = false;
      offset = after;
    }
    offset = auxdata.offset + auxdata.length;
    isReachable = false;
  }
  return instructions;
}

/** Whether an opcode is PUSH0 to PUSH32. */
export function isPush(opcode: number): boolean {
  return opcode >= OPCODE.PUSH0 && opcode <= OPCODE.PUSH32;
}

function operandLength(opcode: number): number {
  return opcode >= OPCODE.PUSH1 && opcode <= OPCODE.PUSH32 ? opcode - OPCODE.PUSH0 : 0;
}
