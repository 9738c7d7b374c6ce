import {
  count,
  exitCode,
  flag,
  list,
  object,
  oneOf,
  ordinal,
  type Shape,
  shape,
  text,
  time,
  version,
} from "../fields.ts";
import { disclosedFile, expectedMatch, problem, tool } from "../model.ts";

const name = shape("PreflightName", "The contract and its build.", {
  name: text("The contract's name."),
  sourceName: text("The path as the user sees it."),
  line: ordinal("The line of its declaration; null if unknown.").nullable(),
  fullyQualifiedName: text("`sourceName:name`"),
  identifier: text("`path:name` with the path in the compiler input."),
  compilerVersion: text("The long version; null if the compiler input can't be read.").nullable(),
  language: text("`Solidity`, `Yul` or `Vyper`; null if the compiler input can't be read.").nullable(),
  settings: text(
    "The settings that affect the code most, from the build's profile, such as `optimizer 200 runs, viaIR`; null for languages other than Solidity.",
  ).nullable(),
  buildFile: text("Path of the build-info or artifact, relative to the project."),
  tool: oneOf(["hardhat", "foundry", "other"], "The tool that built it."),
});

const finding = shape(
  "PreflightFinding",
  "An obstacle to verifying a contract, or a fact worth knowing before its deployment.",
  {
    level: oneOf(["error", "warning"], "An error prevents the match that `minMatch` requires."),
    prevents: oneOf(
      ["match", "exact_match"],
      "The match that the finding prevents: any match, or only an exact match. `exact_match` is a warning unless `minMatch` requires an exact match; null is always a warning.",
    ).nullable(),
    ...problem.shape,
  },
);

const contract = shape("PreflightContract", "A contract with code, before it is deployed.", {
  contract: name,
  verdict: oneOf(["ready", "warning", "error"], "The worst level among its findings; `ready` without any."),
  expectedMatch,
  shownBy: oneOf(
    ["compiler", "metadata", "prediction"],
    "The evidence that the submitted sources produce this code. `compiler`: they were compiled locally. `metadata`: the compiler's metadata lists them, and the code contains its hash. `prediction`: the imports alone; the sources may have been edited since they were compiled.",
  ),
  findings: list(finding, "The findings, in order."),
  submission: object(
    {
      sources: oneOf(
        ["minimal", "full"],
        "`minimal`: what the contract imports. `full`: all files in the build.",
      ),
      reason: text("The reason for choosing these sources."),
      bytes: count("Length of the whole request, without a transaction hash."),
      files: list(disclosedFile, "The sources."),
    },
    "The first submission; null if the compiler input can't be read.",
  ).nullable(),
  size: object(
    { runtime: count("The runtime code."), initCode: count("The init code.") },
    "Lengths in bytes; the init code without constructor arguments.",
  ),
});

export const preflightReportSchema = object(
  {
    schema: version("verify-contract-preflight/1"),
    tool,
    startedAt: time,
    finishedAt: time,
    minMatch: oneOf(
      ["match", "exact_match"],
      "The minimum match: with `match`, anything that only prevents an exact match is a warning.",
    ),
    compile: flag("True if `--compile` was used, so the submission is compiled locally."),
    contracts: list(
      contract,
      "Sorted by name. Only contracts with code, so no interfaces and no abstract contracts.",
    ),
    leftOut: object(
      {
        tests: count("Contracts in tests."),
        scripts: count("Contracts in scripts."),
        dependencies: count("Contracts in packages."),
        withoutMetadata: count(
          "Foundry's contracts in languages other than Solidity, whose artifacts have no metadata.",
        ),
      },
      "The number of other contracts in the build that have code but are not named by an argument.",
    ),
    disclosed: object(
      { bytes: count("Their total length."), files: list(disclosedFile, "Each file is listed once.") },
      "The files that verifying all these contracts would disclose.",
    ),
    summary: object(
      {
        total: count("The total."),
        ready: count("Contracts without findings."),
        warning: count("Contracts with only warnings."),
        error: count("Contracts with an error."),
      },
      "The number of contracts per verdict.",
    ),
    exitCode: exitCode(
      "0: no errors. 1: at least one contract has an error. 2: usage or configuration error. 3: the run was stopped.",
    ),
    error: problem.exactOptional(),
  },
  "The result of `verify-contract preflight` for a build's contracts before their deployment.",
);

export type PreflightName = Shape<typeof name>;
export type PreflightFinding = Shape<typeof finding>;
export type PreflightContract = Shape<typeof contract>;
export type PreflightReport = Shape<typeof preflightReportSchema>;
