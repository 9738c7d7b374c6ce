import { decodeCode } from "../../domain/code-template.ts";
import type { ExpectedMatch } from "../../domain/match.ts";
import { findTrailingAuxdata } from "../cbor-auxdata.ts";

/**
 * The prediction for a compiler input without output: both sides are unknown, and the reasons list what the code on
 * chain already contradicts.
 *
 * @param runtimeBytecode On chain, 0x-hex.
 * @param compilerVersion The long version.
 */
export function predictWithoutCode(runtimeBytecode: string, compilerVersion: string): ExpectedMatch {
  const auxdata = findTrailingAuxdata(decodeCode(runtimeBytecode) ?? new Uint8Array());
  const onchain = auxdata?.solcVersion;
  return {
    creation: "unknown",
    runtime: "unknown",
    reasons: [
      "a standard JSON input has no compiled code to compare with the chain",
      ...(onchain !== undefined && onchain !== compilerVersion.replace(/\+.*$/, "")
        ? [`the code on chain was compiled with solc ${onchain}, not with ${compilerVersion}`]
        : []),
      ...(auxdata?.hasHash === true
        ? []
        : ["the code on chain has no metadata hash, so no match can be exact"]),
    ],
  };
}
