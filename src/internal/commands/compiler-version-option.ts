import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { isLongVersion, isShortVersion } from "../solidity/compiler-version.ts";

/**
 * Checks the version of the compiler of a standard JSON input. A service takes a version without its commit, and then
 * ends the job with `compiler_error`.
 *
 * @returns Without a leading `v`.
 * @throws VC106
 */
export function validateCompilerVersion(value: string): string {
  const version = value.trim().replace(/^v/, "");
  if (isLongVersion(version)) return version;
  throw new VerifyContractError("VC106", {
    values: { option: "--compiler-version", value },
    facts: [["Takes", "the long version, with the commit, such as 0.8.28+commit.7893614a"]],
    likely: isShortVersion(version) ? "it is the short form of a version" : undefined,
    next: advice(
      "read it from the build-info (solcLongVersion), from the metadata, or from the compiler's --version",
    ),
  });
}
