import { type Instruction, OPCODE } from "../opcodes.ts";

/** The compiler's names, oldest first. */
const EVM_VERSIONS = [
  "homestead",
  "tangerineWhistle",
  "spuriousDragon",
  "byzantium",
  "constantinople",
  "petersburg",
  "istanbul",
  "berlin",
  "london",
  "paris",
  "shanghai",
  "cancun",
  "prague",
  "osaka",
  // Experimental in solc 0.8.37.
  "amsterdam",
] as const;

type EvmVersion = (typeof EVM_VERSIONS)[number];

/** An opcode, and the EVM version that introduced it. */
export interface NewOpcode {
  readonly name: string;
  readonly since: EvmVersion;
}

/** By opcode (ethereum.org, "Opcodes for the EVM", and the EIPs that introduced them). */
const NEW_OPCODES: Readonly<Record<number, NewOpcode>> = {
  61: { name: "RETURNDATASIZE", since: "byzantium" },
  62: { name: "RETURNDATACOPY", since: "byzantium" },
  250: { name: "STATICCALL", since: "byzantium" },
  27: { name: "SHL", since: "constantinople" },
  28: { name: "SHR", since: "constantinople" },
  29: { name: "SAR", since: "constantinople" },
  63: { name: "EXTCODEHASH", since: "constantinople" },
  245: { name: "CREATE2", since: "constantinople" },
  70: { name: "CHAINID", since: "istanbul" },
  71: { name: "SELFBALANCE", since: "istanbul" },
  72: { name: "BASEFEE", since: "london" },
  95: { name: "PUSH0", since: "shanghai" },
  73: { name: "BLOBHASH", since: "cancun" },
  74: { name: "BLOBBASEFEE", since: "cancun" },
  92: { name: "TLOAD", since: "cancun" },
  93: { name: "TSTORE", since: "cancun" },
  94: { name: "MCOPY", since: "cancun" },
  30: { name: "CLZ", since: "osaka" },
  75: { name: "SLOTNUM", since: "amsterdam" },
};

/** The newest opcode that a code uses; undefined where every opcode is as old as the EVM. */
export function newestOpcode(instructions: readonly Instruction[]): NewOpcode | undefined {
  let newest: NewOpcode | undefined;
  for (const { opcode, isReachable } of instructions) {
    const found = isReachable ? NEW_OPCODES[opcode] : undefined;
    if (found !== undefined && (newest === undefined || isOlder(newest.since, found.since))) newest = found;
  }
  return newest;
}

/** Whether a code has `PUSH1 0x00`, which the compiler writes only for an EVM without PUSH0. */
export function pushesZeroAsByte(instructions: readonly Instruction[]): boolean {
  return instructions.some(
    ({ opcode, operand, isReachable }) => isReachable && opcode === OPCODE.PUSH1 && operand[0] === 0,
  );
}

/** Whether an EVM version is older than another; false for an unknown name. */
export function isOlder(version: string, other: string): boolean {
  const names: readonly string[] = EVM_VERSIONS;
  const [first, second] = [names.indexOf(version), names.indexOf(other)];
  return first >= 0 && second >= 0 && first < second;
}

/** The preceding EVM version. */
export function versionBefore(version: EvmVersion): EvmVersion {
  return EVM_VERSIONS[EVM_VERSIONS.indexOf(version) - 1] ?? "homestead";
}
