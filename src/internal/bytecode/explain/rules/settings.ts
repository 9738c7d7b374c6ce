import { isEarlier } from "../../../domain/compiler-version.ts";
import { formatLength } from "../../../text/amounts.ts";
import { getMnemonic, type Instruction, OPCODE } from "../../opcodes.ts";
import { certain, type Explained, type Facts, likely } from "../explanation.ts";
import { type CodePipeline, readConstantStyle, type Traits } from "../traits.ts";

/** solc has written its version into the CBOR auxdata (the metadata section) since 0.5.9. */
const WRITTEN_SINCE = "0.5.9";

export function explainCompilerVersion({ onchain, built, compilerVersion }: Facts): Explained | undefined {
  const there = onchain.auxdata;
  const here = built.auxdata?.solcVersion ?? compilerVersion;
  if (there === undefined || here === undefined || there.solcVersion === here) return undefined;
  // Settings can remove both the version and the hash.
  if (there.solcVersion === undefined && (!there.hasHash || isEarlier(here, WRITTEN_SINCE))) return undefined;
  const found =
    there.solcVersion === undefined
      ? `the code on chain contains no compiler version, so solc is older than ${WRITTEN_SINCE}`
      : `the code on chain was compiled with solc ${there.solcVersion}`;
  return certain("compiler-version", `${found}, this build with ${here}`);
}

export function explainViaIr({ onchain, built, settings }: Facts): Explained | undefined {
  if (onchain.pipeline === undefined || built.pipeline === undefined) return undefined;
  if (onchain.pipeline === built.pipeline) return undefined;
  const explained = settings?.pipeline === built.pipeline ? certain : likely;
  return explained("via-ir", explainPipelines(onchain.pipeline, built.pipeline));
}

function explainPipelines(onchain: CodePipeline, built: CodePipeline): string {
  // viaSSACFG implies viaIR.
  const setting = onchain === "ssa-cfg" || built === "ssa-cfg" ? "viaSSACFG" : "viaIR";
  const isEnabledInBuild = built === "ssa-cfg" || onchain === "legacy";
  return isEnabledInBuild
    ? `the code on chain begins like code without ${setting}, but this build was compiled with ${setting}`
    : `the code on chain begins like ${setting} code, but this build was compiled without ${setting}`;
}

/**
 * Different compiler versions write some constants differently even with the same number of optimizer runs. Beyond this
 * factor, the number of runs must differ.
 */
const OTHER_COMPILER_FACTOR = 4;

export function explainOptimizer({ onchain, built, settings }: Facts): Explained | undefined {
  // If the build's code contradicts its own settings, code style isn't conclusive for this contract.
  if (settings !== undefined && (built.optimized ?? settings.optimizer) !== settings.optimizer)
    return undefined;
  const here = built.optimized ?? settings?.optimizer;
  const there = onchain.optimized;
  if (here === undefined) return undefined;
  const found =
    there === undefined || there === here
      ? here && compareRuns(onchain, built, settings?.runs)
      : there
        ? "optimized on chain, but not in this build"
        : "optimized in this build, but not on chain";
  const sizes = `${formatLength(onchain.code.length)} on chain, ${built.code.length} in this build`;
  return found ? likely("optimizer", `${sizes}: ${found}`) : undefined;
}

function compareRuns(onchain: Traits, built: Traits, runs: number | undefined): string | undefined {
  if (onchain.pipeline !== built.pipeline) return undefined;
  const there = readConstantStyle(onchain.instructions);
  const here = readConstantStyle(built.instructions);
  const isMore = there.computed < here.computed && there.writtenOut > here.writtenOut;
  const isFewer = there.computed > here.computed && there.writtenOut < here.writtenOut;
  if (!isMore && !isFewer) return undefined;
  const isSameCompiler = onchain.auxdata?.solcVersion === built.auxdata?.solcVersion;
  const fewer = Math.min(there.computed, here.computed);
  const more = Math.max(there.computed, here.computed);
  const differsEnough = !onchain.isOld && !built.isOld && fewer * OTHER_COMPILER_FACTOR <= more;
  if (!isSameCompiler && !differsEnough) return undefined;
  const shown = runs === undefined ? "" : ` (${runs})`;
  return `optimized for ${isMore ? "more" : "fewer"} runs on chain than in this build${shown}, judging by how constants are written`;
}

export function explainMetadataOnly(facts: Facts): Explained | undefined {
  const form = explainMetadataForm(facts);
  if (form !== undefined || facts.comparison.sameMetadata) return form;
  const causes = "a comment, a name, a file path, or a setting that has no effect on this code";
  return certain(
    "metadata",
    `only the metadata differs; the program is the same. Possible causes: ${causes}`,
  );
}

/** Explains settings that change the form of the CBOR auxdata (the metadata section). */
export function explainMetadataForm({ onchain, built }: Facts): Explained | undefined {
  const there = describeForm(onchain);
  const here = describeForm(built);
  if (there === here) return undefined;
  return certain("metadata-settings", `the code on chain ends with ${there}, this build's with ${here}`);
}

function describeForm({ auxdata }: Traits): string {
  if (auxdata === undefined) return "no CBOR auxdata (appendCBOR: false)";
  if (auxdata.ipfs !== undefined) return 'the IPFS hash of its metadata (bytecodeHash: "ipfs")';
  if (!auxdata.hasHash) return 'CBOR auxdata without a hash (bytecodeHash: "none")';
  return auxdata.bzzr1 === undefined
    ? "the Swarm hash of its metadata (bzzr0)"
    : 'the Swarm hash of its metadata (bytecodeHash: "bzzr1")';
}

/**
 * EVM versions as solc names them, oldest first, each with the opcodes that it introduced (ethereum.org, "Opcodes for
 * the EVM", and the EIPs).
 */
const EVM_VERSIONS: Readonly<Record<string, readonly string[]>> = {
  homestead: [],
  tangerineWhistle: [],
  spuriousDragon: [],
  byzantium: ["RETURNDATASIZE", "RETURNDATACOPY", "STATICCALL"],
  constantinople: ["SHL", "SHR", "SAR", "EXTCODEHASH", "CREATE2"],
  petersburg: [],
  istanbul: ["CHAINID", "SELFBALANCE"],
  berlin: [],
  london: ["BASEFEE"],
  paris: [],
  shanghai: ["PUSH0"],
  cancun: ["BLOBHASH", "BLOBBASEFEE", "TLOAD", "TSTORE", "MCOPY"],
  prague: [],
  osaka: ["CLZ"],
  // Experimental in solc 0.8.37.
  amsterdam: ["SLOTNUM"],
};
const OLDEST_FIRST = Object.keys(EVM_VERSIONS);

interface NewOpcode {
  readonly name: string;
  readonly since: string;
}

/** Opcodes that the compiler uses by default. For an older EVM it emits alternatives. */
const EMITTED_BY_DEFAULT: ReadonlySet<string> = new Set(["PUSH0", "MCOPY", "SHR", "SHL"]);

export function explainEvmVersion({ onchain, built, settings }: Facts): Explained | undefined {
  const there = findNewestOpcode(onchain.instructions);
  const here = findNewestOpcode(built.instructions);
  const version = settings?.evmVersion;
  if (isOlder(here.since, there.since)) return explainUsedOpcode(there, version);
  if (!isOlder(there.since, here.since)) return undefined;
  const build = version === undefined ? "this build" : `this build (EVM version "${version}")`;
  const isBeforePush0 = isOlder(there.since, "shanghai") && !isOlder(here.since, "shanghai");
  if (isBeforePush0 && pushesZeroAsByte(onchain.instructions) && !pushesZeroAsByte(built.instructions)) {
    const found = `the code on chain pushes zero with PUSH1 0x00, ${build} with PUSH0`;
    return certain("evm-version", `${found}: it was compiled for paris or older`);
  }
  if (!EMITTED_BY_DEFAULT.has(here.name)) return undefined;
  const before = OLDEST_FIRST[OLDEST_FIRST.indexOf(here.since) - 1] ?? "homestead";
  const found = `${build} uses ${here.name}, but the code on chain does not`;
  return likely("evm-version", `${found}: it was compiled for ${before} or older`);
}

function explainUsedOpcode({ name, since }: NewOpcode, version: string | undefined): Explained {
  const [used, suffix] = [`the code on chain uses ${name}`, `it was compiled for ${since} or newer`];
  return version !== undefined && isOlder(version, since)
    ? certain(
        "evm-version",
        `${used}, which doesn't exist in the build's EVM version "${version}": ${suffix}`,
      )
    : likely("evm-version", `${used}, but this build does not: ${suffix}`);
}

/** Returns the first opcode of the newest EVM version in use. */
function findNewestOpcode(instructions: readonly Instruction[]): NewOpcode {
  const used = new Set(instructions.filter(({ isReachable }) => isReachable).map(({ opcode }) => opcode));
  const names = [...used].map(getMnemonic);
  for (const [since, introduced] of Object.entries(EVM_VERSIONS).toReversed()) {
    const name = names.find((each) => introduced.includes(each));
    if (name !== undefined) return { name, since };
  }
  return { name: "", since: "homestead" };
}

/** True if the code contains `PUSH1 0x00`, which the compiler emits only for an EVM without PUSH0. */
function pushesZeroAsByte(instructions: readonly Instruction[]): boolean {
  return instructions.some(
    ({ opcode, operand, isReachable }) => isReachable && opcode === OPCODE.PUSH1 && operand[0] === 0,
  );
}

/** True if an EVM version is older than another; false for an unknown name. */
function isOlder(version: string, other: string): boolean {
  const [first, second] = [OLDEST_FIRST.indexOf(version), OLDEST_FIRST.indexOf(other)];
  return first >= 0 && second >= 0 && first < second;
}
