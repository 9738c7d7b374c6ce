import { type Instruction, OPCODE } from "../../opcodes.ts";
import { certain, type Explained, type Facts, likely } from "../explanation.ts";

/**
 * The compiler's names, oldest first, each with the opcodes that it introduced (ethereum.org, "Opcodes for the EVM", and the
 * EIPs that introduced them).
 */
const EVM_VERSIONS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  homestead: {},
  tangerineWhistle: {},
  spuriousDragon: {},
  byzantium: { 61: "RETURNDATASIZE", 62: "RETURNDATACOPY", 250: "STATICCALL" },
  constantinople: { 27: "SHL", 28: "SHR", 29: "SAR", 63: "EXTCODEHASH", 245: "CREATE2" },
  petersburg: {},
  istanbul: { 70: "CHAINID", 71: "SELFBALANCE" },
  berlin: {},
  london: { 72: "BASEFEE" },
  paris: {},
  shanghai: { 95: "PUSH0" },
  cancun: { 73: "BLOBHASH", 74: "BLOBBASEFEE", 92: "TLOAD", 93: "TSTORE", 94: "MCOPY" },
  prague: {},
  osaka: { 30: "CLZ" },
  // Experimental in solc 0.8.37.
  amsterdam: { 75: "SLOTNUM" },
};
const OLDEST_FIRST = Object.keys(EVM_VERSIONS);

/** An opcode, and the EVM version that introduced it. */
interface NewOpcode {
  readonly name: string;
  readonly since: string;
}

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
  const before = OLDEST_FIRST[OLDEST_FIRST.indexOf(here.since) - 1] ?? "homestead";
  const found = `${build} uses ${here.name}, the code on chain does not`;
  return [likely("evm-version", `${found}: it was compiled for ${before} or older`)];
}

function usedOnChain({ name, since }: NewOpcode, version: string | undefined): Explained {
  const [used, suffix] = [`the code on chain uses ${name}`, `it was compiled for ${since} or newer`];
  return version !== undefined && isOlder(version, since)
    ? certain("evm-version", `${used}, which the build's EVM version "${version}" does not have: ${suffix}`)
    : likely("evm-version", `${used}, which this build does not: ${suffix}`);
}

/** The first one of the newest EVM version. */
function newestOpcode(instructions: readonly Instruction[]): NewOpcode {
  for (const [since, names] of Object.entries(EVM_VERSIONS).toReversed()) {
    const found = instructions.find(({ opcode, isReachable }) => isReachable && opcode in names);
    if (found !== undefined) return { name: names[found.opcode] ?? "", since };
  }
  return { name: "", since: "homestead" };
}

/** Whether a code has `PUSH1 0x00`, which the compiler writes only for an EVM without PUSH0. */
function pushesZeroAsByte(instructions: readonly Instruction[]): boolean {
  return instructions.some(
    ({ opcode, operand, isReachable }) => isReachable && opcode === OPCODE.PUSH1 && operand[0] === 0,
  );
}

/** Whether an EVM version is older than another; false for an unknown name. */
function isOlder(version: string, other: string): boolean {
  const [first, second] = [OLDEST_FIRST.indexOf(version), OLDEST_FIRST.indexOf(other)];
  return first >= 0 && second >= 0 && first < second;
}
