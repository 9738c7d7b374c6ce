import { findAuxdata } from "./cbor-auxdata.ts";

/** The opcodes that this package refers to by name (ethereum.org, "Opcodes for the EVM"). */
export const OPCODE = {
  STOP: 0x00,
  SUB: 0x03,
  LT: 0x10,
  GT: 0x11,
  EQ: 0x14,
  ISZERO: 0x15,
  XOR: 0x18,
  SHL: 0x1b,
  ADDRESS: 0x30,
  CALLVALUE: 0x34,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODESIZE: 0x38,
  POP: 0x50,
  JUMP: 0x56,
  JUMPI: 0x57,
  JUMPDEST: 0x5b,
  PUSH0: 0x5f,
  PUSH1: 0x60,
  PUSH3: 0x62,
  PUSH4: 0x63,
  PUSH20: 0x73,
  PUSH32: 0x7f,
  DUP1: 0x80,
  DUP16: 0x8f,
  SWAP1: 0x90,
  CALLCODE: 0xf2,
  RETURN: 0xf3,
  DELEGATECALL: 0xf4,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
} as const;

export interface Instruction {
  /** Bytes from the start of the code. */
  readonly offset: number;
  readonly opcode: number;
  /** The bytes that a PUSH instruction pushes; empty for other opcodes. */
  readonly operand: Uint8Array;
  /** False between a halting instruction or JUMP and the next JUMPDEST: these bytes may be data. */
  readonly isReachable: boolean;
}

/** Opcodes that end a block. The bytes between such an opcode and the next JUMPDEST don't run. */
export const BLOCK_ENDS: ReadonlySet<number> = new Set([
  OPCODE.STOP,
  OPCODE.JUMP,
  OPCODE.RETURN,
  OPCODE.REVERT,
  OPCODE.INVALID,
  OPCODE.SELFDESTRUCT,
]);

/** Yields the offset of each instruction. Decodes every byte as the EVM does, including bytes that look like auxdata. */
export function* listOffsets(code: Uint8Array): Generator<number> {
  for (let offset = 0; offset < code.length; offset += 1 + getOperandLength(code[offset] ?? 0)) yield offset;
}

const NO_OPERAND = new Uint8Array();

/** Decodes instructions, skipping CBOR auxdata (metadata sections). */
export function decodeInstructions(code: Uint8Array): readonly Instruction[] {
  const instructions: Instruction[] = [];
  let offset = 0;
  let isReachable = true;
  const end = { start: code.length, length: 0 };
  for (const auxdata of [...findAuxdata(code), end]) {
    while (offset < auxdata.start) {
      const opcode = code[offset] ?? 0;
      if (opcode === OPCODE.JUMPDEST) isReachable = true;
      const after = Math.min(offset + 1 + getOperandLength(opcode), auxdata.start);
      // Most instructions have no operand, and an empty view for each would take two hundred bytes.
      const operand = after === offset + 1 ? NO_OPERAND : code.subarray(offset + 1, after);
      instructions.push({ offset, opcode, operand, isReachable });
      if (BLOCK_ENDS.has(opcode)) isReachable = false;
      offset = after;
    }
    offset = auxdata.start + auxdata.length;
    isReachable = false;
  }
  return instructions;
}

/** True for PUSH0 to PUSH32. */
export function isPush(opcode: number): boolean {
  return opcode >= OPCODE.PUSH0 && opcode <= OPCODE.PUSH32;
}

export function getOperandLength(opcode: number): number {
  return isPush(opcode) ? opcode - OPCODE.PUSH0 : 0;
}

/**
 * The opcode names up to Amsterdam (ethereum.org, "Opcodes for the EVM"; CLZ is EIP-7939, SLOTNUM is EIP-7843), grouped into series that are
 * keyed by their first opcode.
 */
const NAMES: readonly (readonly [first: number, names: string])[] = [
  [0x00, "STOP ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND"],
  [0x10, "LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR CLZ"],
  [0x20, "KECCAK256"],
  [0x30, "ADDRESS BALANCE ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CALLDATACOPY"],
  [0x38, "CODESIZE CODECOPY GASPRICE EXTCODESIZE EXTCODECOPY RETURNDATASIZE RETURNDATACOPY EXTCODEHASH"],
  [
    0x40,
    "BLOCKHASH COINBASE TIMESTAMP NUMBER PREVRANDAO GASLIMIT CHAINID SELFBALANCE BASEFEE BLOBHASH BLOBBASEFEE SLOTNUM",
  ],
  [0x50, "POP MLOAD MSTORE MSTORE8 SLOAD SSTORE JUMP JUMPI PC MSIZE GAS JUMPDEST TLOAD TSTORE MCOPY"],
  [0xa0, "LOG0 LOG1 LOG2 LOG3 LOG4"],
  [0xf0, "CREATE CALL CALLCODE RETURN DELEGATECALL CREATE2"],
  [0xfa, "STATICCALL"],
  [0xfd, "REVERT INVALID SELFDESTRUCT"],
];

/** Families of numbered opcodes: name, first opcode, count, and first number. */
const FAMILIES: readonly (readonly [name: string, first: number, count: number, from: number])[] = [
  ["PUSH", 0x5f, 33, 0],
  ["DUP", 0x80, 16, 1],
  ["SWAP", 0x90, 16, 1],
];

const MNEMONICS: ReadonlyMap<number, string> = new Map([
  ...NAMES.flatMap(([first, names]) => names.split(" ").map((name, index) => [first + index, name] as const)),
  ...FAMILIES.flatMap(([name, first, count, from]) =>
    Array.from({ length: count }, (_, index) => [first + index, `${name}${from + index}`] as const),
  ),
]);

/** Returns an opcode's name, or `UNKNOWN 0x0c` for an undefined opcode. */
export function getMnemonic(opcode: number): string {
  return MNEMONICS.get(opcode) ?? `UNKNOWN 0x${opcode.toString(16).padStart(2, "0")}`;
}
