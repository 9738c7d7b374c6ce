import { isEarlier } from "../../domain/compiler-version.ts";
import { asObject } from "../../text/is-object.ts";
import { librariesInSettings } from "../links.ts";
import type { CodePipeline } from "./traits.ts";

/** The compiler settings that can explain a difference. */
export interface BuildSettings {
  readonly evmVersion: string | undefined;
  readonly pipeline: CodePipeline;
  readonly optimizer: boolean;
  /** `optimizer.runs`. */
  readonly runs: number | undefined;
  /** `path:Name` by address in lower case. */
  readonly libraries: ReadonlyMap<string, string>;
}

/** The first solc version with each default EVM version, newest first (github.com/argotorg/solidity, Changelog.md). */
const DEFAULT_EVM_VERSIONS: readonly (readonly [compiler: string, evmVersion: string])[] = [
  ["0.8.31", "osaka"],
  ["0.8.30", "prague"],
  ["0.8.25", "cancun"],
  ["0.8.20", "shanghai"],
  ["0.8.18", "paris"],
  ["0.8.7", "london"],
  ["0.8.5", "berlin"],
  ["0.5.14", "istanbul"],
  ["0.5.5", "petersburg"],
  ["0.4.21", "byzantium"],
];

/** Reads a build's compiler settings, with the compiler's default for missing and malformed ones. */
export function readBuildSettings(
  { evmVersion, viaIR, viaSSACFG, optimizer, libraries }: Readonly<Record<string, unknown>>,
  compilerVersion: string | undefined,
): BuildSettings {
  const { enabled, runs } = asObject(optimizer);
  const names = librariesInSettings(libraries).map(
    ([name, address]) => [String(address).toLowerCase(), name] as const,
  );
  return {
    evmVersion: typeof evmVersion === "string" ? evmVersion : defaultEvmVersion(compilerVersion),
    pipeline: viaSSACFG === true ? "ssa-cfg" : viaIR === true ? "via-ir" : "legacy",
    optimizer: enabled === true,
    runs: typeof runs === "number" ? runs : undefined,
    libraries: new Map(names),
  };
}

function defaultEvmVersion(compilerVersion: string | undefined): string | undefined {
  if (compilerVersion === undefined) return undefined;
  return DEFAULT_EVM_VERSIONS.find(([first]) => !isEarlier(compilerVersion, first))?.[1];
}
