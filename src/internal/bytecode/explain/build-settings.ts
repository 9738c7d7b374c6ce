import * as z from "zod";
import type { CodePipeline } from "./code-pipeline.ts";

/** The compiler settings that can explain a difference. */
export interface BuildSettings {
  readonly evmVersion: string | undefined;
  readonly pipeline: CodePipeline;
  readonly optimizer: boolean;
  /** `optimizer.runs`. */
  readonly runs: number | undefined;
  /** Address by `path:Name`. */
  readonly libraries: ReadonlyMap<string, string>;
}

const SETTINGS = z.lazy(() =>
  z.object({
    evmVersion: z.string().optional().catch(undefined),
    viaIR: z.boolean().catch(false),
    viaSSACFG: z.boolean().catch(false),
    optimizer: z
      .object({ enabled: z.boolean().catch(false), runs: z.number().optional().catch(undefined) })
      .catch({ enabled: false }),
    libraries: z.record(z.string(), z.record(z.string(), z.string())).catch({}),
  }),
);

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
  settings: Readonly<Record<string, unknown>>,
  compilerVersion: string | undefined,
): BuildSettings {
  const { evmVersion, viaIR, viaSSACFG, optimizer, libraries } = SETTINGS.parse(settings);
  const named = Object.entries(libraries).flatMap(([path, inFile]) =>
    Object.entries(inFile).map(([name, address]) => [`${path}:${name}`, address.toLowerCase()] as const),
  );
  return {
    evmVersion:
      evmVersion ?? (compilerVersion === undefined ? undefined : defaultEvmVersion(compilerVersion)),
    pipeline: viaSSACFG ? "ssa-cfg" : viaIR ? "via-ir" : "legacy",
    optimizer: optimizer.enabled,
    runs: optimizer.runs,
    libraries: new Map(named),
  };
}

function defaultEvmVersion(compilerVersion: string): string | undefined {
  return DEFAULT_EVM_VERSIONS.find(([first]) => ordinal(compilerVersion) >= ordinal(first))?.[1];
}

function ordinal(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/, 3).map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}
