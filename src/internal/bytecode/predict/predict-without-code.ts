import { decodeCode } from "../../domain/code-template.ts";
import type { ExpectedMatch } from "../../domain/expected-match.ts";
import { findTrailingSection } from "../metadata-sections.ts";

/**
 * Foretells what can be told of a compiler input whose output is not known: that nothing is known, and what the code on
 * chain says against it.
 *
 * @param runtimeBytecode On chain, 0x-hex.
 * @param compilerVersion The long version.
 */
export function predictWithoutCode(runtimeBytecode: string, compilerVersion: string): ExpectedMatch {
  const section = findTrailingSection(decodeCode(runtimeBytecode) ?? new Uint8Array());
  const onchain = section?.solcVersion;
  return {
    creation: "unknown",
    runtime: "unknown",
    reasons: [
      "nothing was compiled here: a standard JSON input is only what a compiler is given",
      ...(onchain !== undefined && onchain !== compilerVersion.replace(/\+.*$/, "")
        ? [`the code on chain was compiled by solc ${onchain}, not by ${compilerVersion}`]
        : []),
      ...(section?.hasHash === true
        ? []
        : ["the code on chain has no metadata hash, so no match can be exact"]),
    ],
  };
}
