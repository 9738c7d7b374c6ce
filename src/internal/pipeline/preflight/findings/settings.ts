import { advice } from "../../../errors/next-step.ts";
import { ofLoaded } from "../subject.ts";

/** What solc takes in `settings` (docs.soliditylang.org, "Input Description"), from 0.4.11 to {@link NEWEST}. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...[
    "debug",
    "eofVersion",
    "evmVersion",
    "experimental",
    "libraries",
    "metadata",
    "modelChecker",
    "optimizer",
  ],
  ...["outputSelection", "parserErrorRecovery", "remappings", "stopAfter", "viaIR", "viaSSACFG"],
]);
const NEWEST = [0, 8, 37] as const;
/** Older versions ignore what they do not know (measured with 0.4.26 and 0.5.17). */
const OLDEST_THAT_REJECTS = [0, 5, 0] as const;
/** `0.8.29-nightly.2025.1.1+commit.…`, `0.8.29-develop+commit.…` */
const DEVELOPMENT = /^\d+\.\d+\.\d+-/;

/** VC229. A setting of a known version that solc does not have makes the service's compiler reject the input. */
export const settings = ofLoaded(({ compilation: { input, compilerVersion } }) => {
  if (input.language !== "Solidity" && input.language !== "Yul") return [];
  const unknown = isBefore(compilerVersion, OLDEST_THAT_REJECTS)
    ? []
    : Object.keys(input.settings).filter((key) => !SETTINGS.has(key));
  const isDevelopment = DEVELOPMENT.test(compilerVersion);
  if (unknown.length === 0 && !isDevelopment) return [];
  return [
    {
      prevents: unknown.length > 0 && !isAfter(compilerVersion, NEWEST) ? "match" : null,
      code: "VC229",
      details: {
        facts: [
          ["Settings", unknown.length === 0 ? undefined : unknown.map((key) => `settings.${key}`).join(", ")],
          ["Compiler", isDevelopment ? `${compilerVersion}, a development version` : undefined],
        ],
        likely: unknown.length === 0 ? undefined : "another compiler than solc made the build",
        next: isDevelopment
          ? advice("compile with a released version of solc")
          : advice("compile with solc itself"),
      },
    },
  ];
});

type Release = readonly [major: number, minor: number, patch: number];

function isBefore(version: string, release: Release): boolean {
  return order(version, release) < 0;
}

function isAfter(version: string, release: Release): boolean {
  return order(version, release) > 0;
}

function order(version: string, release: Release): number {
  const parts = version.split(/[.+-]/).slice(0, 3).map(Number);
  const differences = release.map((part, index) => (parts[index] ?? 0) - part);
  return differences.find((difference) => difference !== 0) ?? 0;
}
