/** The names of the opcodes up to Osaka (ethereum.org, "Opcodes for the EVM"; CLZ is EIP-7939), from the first byte on. */
const NAMES: readonly (readonly [first: number, names: string])[] = [
  [0x00, "STOP ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND"],
  [0x10, "LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR CLZ"],
  [0x20, "KECCAK256"],
  [0x30, "ADDRESS BALANCE ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CALLDATACOPY"],
  [0x38, "CODESIZE CODECOPY GASPRICE EXTCODESIZE EXTCODECOPY RETURNDATASIZE RETURNDATACOPY EXTCODEHASH"],
  [
    0x40,
    "BLOCKHASH COINBASE TIMESTAMP NUMBER PREVRANDAO GASLIMIT CHAINID SELFBALANCE BASEFEE BLOBHASH BLOBBASEFEE",
  ],
  [0x50, "POP MLOAD MSTORE MSTORE8 SLOAD SSTORE JUMP JUMPI PC MSIZE GAS JUMPDEST TLOAD TSTORE MCOPY"],
  [0xa0, "LOG0 LOG1 LOG2 LOG3 LOG4"],
  [0xf0, "CREATE CALL CALLCODE RETURN DELEGATECALL CREATE2"],
  [0xfa, "STATICCALL"],
  [0xfd, "REVERT INVALID SELFDESTRUCT"],
];

/** Families of opcodes: name, first, and how many. */
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

/** The name of an opcode; `UNKNOWN 0x0c` for a byte that is none. */
export function mnemonicOf(opcode: number): string {
  return MNEMONICS.get(opcode) ?? `UNKNOWN 0x${opcode.toString(16).padStart(2, "0")}`;
}
