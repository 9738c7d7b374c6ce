import { VerifyContractError } from "../errors/problem.ts";

/** Of Solidity and Vyper; a version of Fe has no commit, and is not like a release of those two. */
const LONG_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?\+commit\.[0-9a-f]{7,40}\S*$/;
const WITHOUT_COMMIT = /^0\.\d+\.\d+$/;
const ANY_VERSION = /^\d+\.\d+\.\d+\S*$/;

/**
 * Checks the version of the compiler of a standard JSON input. A service takes a version without its commit, and then
 * ends the job with `compiler_error`.
 *
 * @returns Without a leading `v`.
 * @throws VC106
 */
export function checkCompilerVersion(value: string): string {
  const version = value.trim().replace(/^v/, "");
  if (LONG_VERSION.test(version)) return version;
  if (ANY_VERSION.test(version) && !WITHOUT_COMMIT.test(version)) return version;
  throw new VerifyContractError("VC106", {
    values: { option: "--compiler-version", value },
    facts: [["Takes", "the long version, with the commit, such as 0.8.28+commit.7893614a"]],
    likely: WITHOUT_COMMIT.test(version) ? "it is the short form of a version" : undefined,
    next: "read it from the build-info (solcLongVersion), from the metadata, or from the compiler's --version",
  });
}
