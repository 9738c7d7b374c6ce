import { isOlder, type NewOpcode, newestOpcode, pushesZeroAsByte, versionBefore } from "../evm-versions.ts";
import type { Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";

/** Opcodes that the compiler uses on its own; for an older EVM it writes others. */
const COMPILERS_OWN: ReadonlySet<string> = new Set(["PUSH0", "MCOPY", "SHR", "SHL"]);

export function explainEvmVersion({ onchain, built, settings }: Facts): readonly Explained[] {
  const there = newestOpcode(onchain.instructions);
  const here = newestOpcode(built.instructions);
  if (there !== undefined && isOlder(here?.since ?? "homestead", there.since))
    return [usedOnChain(there, settings?.evmVersion)];
  if (here === undefined || !isOlder(there?.since ?? "homestead", here.since)) return [];
  const lacksPush0 =
    isOlder(there?.since ?? "homestead", "shanghai") && pushesZeroAsByte(onchain.instructions);
  if (lacksPush0 && !isOlder(here.since, "shanghai") && !pushesZeroAsByte(built.instructions))
    return [
      explanation(
        "certain",
        `the code on chain writes zero as PUSH1 0x00, this build${named(settings?.evmVersion)} as PUSH0: it was compiled for paris or older`,
      ),
    ];
  return COMPILERS_OWN.has(here.name)
    ? [
        explanation(
          "likely",
          `this build${named(settings?.evmVersion)} uses ${here.name}, the code on chain does not: it was compiled for ${versionBefore(here.since)} or older`,
        ),
      ]
    : [];
}

function usedOnChain({ name, since }: NewOpcode, evmVersion: string | undefined): Explained {
  const suffix = `it was compiled for ${since} or newer`;
  if (evmVersion !== undefined && isOlder(evmVersion, since))
    return explanation(
      "certain",
      `the code on chain uses ${name}, which the build's EVM version "${evmVersion}" does not have: ${suffix}`,
    );
  return explanation("likely", `the code on chain uses ${name}, which this build does not: ${suffix}`);
}

function explanation(certainty: Explained["certainty"], text: string): Explained {
  return { kind: "evm-version", side: "runtime", certainty, text };
}

function named(evmVersion: string | undefined): string {
  return evmVersion === undefined ? "" : ` (EVM version "${evmVersion}")`;
}
