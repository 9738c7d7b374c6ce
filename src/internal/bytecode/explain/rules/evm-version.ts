import { type Instruction, OPCODE } from "../../opcodes.ts";
import { certain, type Explained, type Facts, likely } from "../explanation.ts";

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

/** An opcode, and the EVM version that introduced it. */
interface NewOpcode {
  readonly name: string;
  readonly since: (typeof EVM_VERSIONS)[number];
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
/** For code whose opcodes are all as old as the EVM. */
const OLD: NewOpcode = { name: "", since: "homestead" };

/** Opcodes that the compiler uses on its own; for an older EVM it writes others. */
const COMPILERS_OWN: ReadonlySet<string> = new Set(["PUSH0", "MCOPY", "SHR", "SHL"]);

export function explainEvmVersion({ onchain, built, settings }: Facts): readonly Explained[] {
  const there = newestOpcode(onchain.instructions);
  const here = newestOpcode(built.instructions);
  const version = settings?.evmVersion;
  if (isOlder(here.since, there.since)) return [usedOnChain(there, version)];
  if (!isOlder(there.since, here.since)) return [];
  const build = version === undefined ? "this build" : `this build (EVM version "${version}")`;
  const isBeforePush0 = isOlder(there.since, "shanghai") && !isOlder(here.since, "shanghai");
  if (isBeforePush0 && pushesZeroAsByte(onchain.instructions) && !pushesZeroAsByte(built.instructions)) {
    const found = `the code on chain writes zero as PUSH1 0x00, ${build} as PUSH0`;
    return [certain("evm-version", `${found}: it was compiled for paris or older`)];
  }
  if (!COMPILERS_OWN.has(here.name)) return [];
  const before = EVM_VERSIONS[EVM_VERSIONS.indexOf(here.since) - 1] ?? "homestead";
  const found = `${build} uses ${here.name}, the code on chain does not`;
  return [likely("evm-version", `${found}: it was compiled for ${before} or older`)];
}

function usedOnChain({ name, since }: NewOpcode, version: string | undefined): Explained {
  const [used, suffix] = [`the code on chain uses ${name}`, `it was compiled for ${since} or newer`];
  return version !== undefined && isOlder(version, since)
    ? certain("evm-version", `${used}, which the build's EVM version "${version}" does not have: ${suffix}`)
    : likely("evm-version", `${used}, which this build does not: ${suffix}`);
}

function newestOpcode(instructions: readonly Instruction[]): NewOpcode {
  let newest = OLD;
  for (const { opcode, isReachable } of instructions) {
    const found = isReachable ? NEW_OPCODES[opcode] : undefined;
    if (found !== undefined && isOlder(newest.since, found.since)) newest = found;
  }
  return newest;
}

/** Whether a code has `PUSH1 0x00`, which the compiler writes only for an EVM without PUSH0. */
function pushesZeroAsByte(instructions: readonly Instruction[]): boolean {
  return instructions.some(
    ({ opcode, operand, isReachable }) => isReachable && opcode === OPCODE.PUSH1 && operand[0] === 0,
  );
}

/** Whether an EVM version is older than another; false for an unknown name. */
function isOlder(version: string, other: string): boolean {
  const names: readonly string[] = EVM_VERSIONS;
  const [first, second] = [names.indexOf(version), names.indexOf(other)];
  return first >= 0 && second >= 0 && first < second;
}
