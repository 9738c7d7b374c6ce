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

const name = shape("PreflightName", "The contract, and the build that it is of.", {
  name: text("The contract's name."),
  sourceName: text("The user's path."),
  line: ordinal("The line of its declaration; null if unknown.").nullable(),
  fullyQualifiedName: text("`sourceName:name`"),
  identifier: text("`path:name` with the path in the compiler input."),
  compilerVersion: text("The long version; null if the compiler input can't be read.").nullable(),
  language: text("`Solidity`, `Yul` or `Vyper`; null if the compiler input can't be read.").nullable(),
  settings: text(
    "The settings that change the code most, as the build's profile has them, such as `optimizer 200 runs, viaIR`; null in other languages than Solidity.",
  ).nullable(),
  buildFile: text("Path of the build-info or artifact, relative to the project."),
  tool: oneOf(["hardhat", "foundry", "other"], "The tool that built it."),
});

const finding = shape(
  "PreflightFinding",
  "Something about a contract that stands in the way of verifying it, or that is good to know before it is deployed.",
  {
    level: oneOf(["error", "warning"], "An error stops the verification that `minMatch` asks for."),
    prevents: oneOf(
      ["match", "exact_match"],
      "The prevented match: any match, or an exact one only. An `exact_match` is a warning unless `minMatch` asks for it; null is a warning always.",
    ).nullable(),
    ...problem.shape,
  },
);

const contract = shape("PreflightContract", "A contract with code, before it is deployed.", {
  contract: name,
  verdict: oneOf(["ready", "warning", "error"], "The worst level of its findings; `ready` without any."),
  expectedMatch,
  shownBy: oneOf(
    ["compiler", "metadata", "prediction"],
    "How it is known that the submitted sources give this code. `compiler`: they were compiled here. `metadata`: the metadata that the compiler wrote lists them, and the code has its hash. `prediction`: by the imports alone; the sources may have been edited since they were compiled.",
  ),
  findings: list(finding, "The findings, in order."),
  submission: object(
    {
      sources: oneOf(
        ["minimal", "full"],
        "`minimal`: what the contract imports. `full`: all files of the build.",
      ),
      reason: text("Why these sources."),
      bytes: count("Length of the whole request, without a transaction hash."),
      files: list(disclosedFile, "The sources."),
    },
    "The first submission; null if the compiler input can't be read.",
  ).nullable(),
  size: object(
    { runtime: count("The runtime code."), initCode: count("The init code.") },
    "Bytes of both codes; init code without constructor arguments.",
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
      "The lowest match that is good enough: with `match`, what only prevents an exact match is a warning.",
    ),
    compile: flag("True if `--compile` asked to compile the submission here."),
    contracts: list(contract, "By name. Only contracts with code: no interfaces and no abstract ones."),
    leftOut: object(
      {
        tests: count("Contracts of tests."),
        scripts: count("Contracts of scripts."),
        dependencies: count("Contracts of packages."),
      },
      "How many contracts with code the build has besides, because no argument names them.",
    ),
    disclosed: object(
      { bytes: count("Length of them all."), files: list(disclosedFile, "Each file once.") },
      "The files that verifying all these contracts would disclose.",
    ),
    summary: object(
      {
        total: count("All of them."),
        ready: count("Without findings."),
        warning: count("With warnings alone."),
        error: count("With an error."),
      },
      "How many contracts there are of each verdict.",
    ),
    exitCode: exitCode(
      "0: no errors. 1: at least one contract has an error. 2: wrong use or configuration. 3: the run was stopped.",
    ),
    error: problem.exactOptional(),
  },
  "The judgement of `verify-contract preflight` about a build's contracts before they are deployed.",
);

export type PreflightName = Shape<typeof name>;
export type PreflightFinding = Shape<typeof finding>;
export type PreflightContract = Shape<typeof contract>;
export type PreflightReport = Shape<typeof preflightReportSchema>;
