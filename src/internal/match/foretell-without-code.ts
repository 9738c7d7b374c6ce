import { decodeCode } from "../bytecode/code.ts";
import { findTrailingSection } from "../bytecode/metadata-sections.ts";
import type { ExpectedMatch } from "./foretell.ts";

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
