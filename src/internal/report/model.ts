import * as z from "zod";
import { WITNESSES } from "../domain/witness.ts";
import { CLAIM_IDS } from "./claim-ids.ts";
import { candidate, contractCode, difference, explanation, sourceDifference } from "./code-model.ts";
import {
  count,
  exitCode,
  flag,
  list,
  map,
  matching,
  object,
  oneOf,
  ordinal,
  orNull,
  type Shape,
  shape,
  text,
  time,
  version,
} from "./fields.ts";
import { contractProxy, fingerprint, lockComparison, relation } from "./proxy-model.ts";

export type { ExpectedMatch, ExpectedSideMatch as ForetoldMatch } from "../domain/match.ts";
export type { Forwarded, Match } from "../domain/record.ts";
export type { Witness } from "../domain/witness.ts";
export type { Fact } from "../errors/problem.ts";
export type * from "./code-model.ts";
export type * from "./proxy-model.ts";

const fact = shape("Fact", "A fact, such as a URL.", {
  label: text("The label."),
  value: text("The value."),
});

export const problem = shape(
  "Problem",
  "Something that went wrong: what happened, the facts, the likely cause, the next command.",
  {
    code: matching(/^VC\d{3}$/, "A stable code; docs/errors.md explains each."),
    message: text("One sentence."),
    facts: list(fact, "The facts, each with a label."),
    likely: text("The likely cause.").exactOptional(),
    next: text("A command to try, or a setting to change.").exactOptional(),
    docs: text(
      "URL of the code's entry in docs/errors.md; omitted until the project has a public home.",
    ).exactOptional(),
  },
);

const deploymentOrigin = shape("DeploymentOrigin", "A deployment record of a contract.", {
  tool: text("The tool that wrote it, such as `foundry`; `manifest` for a manifest of this plugin."),
  name: text(
    "Its name in the deployment record. If the record contains no names, its role: `transparent proxy`, `UUPS proxy`, `beacon proxy`, `implementation`, `ProxyAdmin`.",
  ),
  file: text("The deployment record, relative to the project, with forward slashes."),
  naming: oneOf(
    ["guess", "role"],
    "The kind of name in the record; omitted for a name from the project. `guess`: guessed from similar code, so the name refutes nothing. `role`: the contract's role, such as `implementation`.",
  ).exactOptional(),
});

const outcome = z
  .enum([
    "verified",
    "already-verified",
    "mismatch",
    "check-failed",
    "not-deployed",
    "no-build",
    "rejected",
    "unavailable",
    "timed-out",
    "dry-run",
    "minimal-proxy",
    "known-code",
    "not-tried",
    "not-proven",
    "as-locked",
    "drifted",
    "of-others",
  ])
  .meta({
    id: "Outcome",
    description:
      "The result for one contract. `dry-run`: nothing was sent, because of `--dry-run`. `minimal-proxy`: standard code without sources; the implementation is also in the report, or in another shard's report. `known-code`: well-known code without sources, such as a CREATE3 proxy; nothing was submitted. `not-tried`: the run ended before it reached the contract. `not-proven`: a needed claim is open, and running again can't close it. `as-locked`: with `check --locked`, the contract agrees with its entry in the lock file. `drifted`: the contract differs from its entry. `of-others`: deployed by someone else: no build here produces the contract, and only a proxy points to it, or a factory outside the project created it in a recorded transaction; its stored match is shown, but the contract is not judged.",
  });

const buildContract = shape("BuildContract", "A contract in a build file.", {
  name: text("The contract's name."),
  sourceName: text("The path, as the user knows it."),
  line: ordinal(
    "The line of the contract's declaration in the compiled source, from 1; null if it was not found.",
  ).nullable(),
  fullyQualifiedName: text("`sourceName:name`."),
  identifier: text("`path:name` with the path in the compiler's input; the submission's contractIdentifier."),
  compilerVersion: text("The long version, with the commit."),
  language: text("`Solidity`, `Yul` or `Vyper`."),
  buildId: text("The build file's id."),
  buildFile: text("Relative to the project, with forward slashes."),
  outdated: object(
    {
      writtenAt: time,
      sources: list(
        object(
          {
            path: text("Relative to the project, with forward slashes."),
            isNewer: flag("True if it was changed after the build file was written."),
          },
          "A source on disk that differs from the compiled one.",
        ),
        "The contract's own source and its imports, by path.",
      ),
    },
    "The contract's sources that changed on disk after this build. Omitted if none did.",
  ).exactOptional(),
});

const match = z.enum(["match", "exact_match"]).meta({
  id: "Match",
  description: "`exact_match` also covers the metadata hash, and therefore every source and setting.",
});

const storedMatch = shape("StoredMatch", "A match stored by the verification service.", {
  match: orNull(match, "The better of the two matches."),
  creationMatch: orNull(match, "Null if that side does not match."),
  creationNotGiven: flag(
    "True if the service never compares the creation code, so `creationMatch` is null. Omitted otherwise.",
  ).exactOptional(),
  runtimeMatch: orNull(match, "Null if that side does not match."),
  verifiedAt: text("The time of the verification, as reported by the service.").nullable(),
  matchId: text("The service's id of the match.").nullable(),
});

const expectedSide = z.enum(["match", "exact_match", "none", "unknown"]).meta({
  id: "ForetoldMatch",
  description:
    "The match expected for one side. `none`: no match is expected. `unknown`: the evidence is inconclusive.",
});

export const expectedMatch = shape("ExpectedMatch", "The match that a build is expected to get.", {
  creation: expectedSide,
  runtime: expectedSide,
  reasons: list(text("A sentence."), "The reasons for expecting less than an exact match."),
});

export const disclosedFile = shape("DisclosedFile", "A source file in a submission.", {
  path: text("The path in the compiler's input."),
  bytes: count("Length of its content."),
});

const submissionReport = shape("SubmissionReport", "A request to verify.", {
  sent: flag("False after `--dry-run`."),
  verificationId: text("The job's id; null if nothing was sent.").nullable(),
  sources: oneOf(["minimal", "full"], "`minimal`: only what the contract imports."),
  reason: text("The reason for choosing these sources."),
  contractIdentifier: text("`path:name` in the compiler's input."),
  compilerVersion: text("The long version."),
  creationTransactionHash: text("The creation transaction; null if unknown.").nullable(),
  bytes: count("Length of the request body."),
  files: list(disclosedFile, "The sources."),
  settings: map(z.unknown(), "The compiler settings, without `outputSelection`.").exactOptional(),
});

const decoded = {
  name: text("The name; empty if it has none."),
  type: text("The ABI type: `address`, `uint8`, `tuple`, `tuple[]`."),
  value: text(
    "Checksummed addresses, decimal numbers, `true`, 0x-prefixed hex; lists and structs in square brackets.",
  ),
  declaredType: text(
    "The ABI's internalType, if it differs from the type: `contract IERC20`, `enum Vault.Kind`, `struct Config`, or the name of a user-defined value type.",
  ).exactOptional(),
  member: text("The name of the enum value.").exactOptional(),
};

const decodedValue: z.ZodType<DecodedValue> = shape("DecodedValue", "A value with its name and type.", {
  ...decoded,
  fields: z
    .lazy(() => list(decodedValue, "A struct's fields, or the elements of a list of structs."))
    .exactOptional(),
});

const constructorArguments = shape("ConstructorArguments", "The constructor arguments.", {
  encoded: text("0x-prefixed hex, as appended to the creation code."),
  decoded: list(decodedValue, "Decoded with the ABI; null if the ABI doesn't fit the data.").nullable(),
});

const decodedImmutable = shape("DecodedImmutable", "An immutable's value, with its name and type.", {
  id: text("Its key in `immutables`."),
  name: text("The immutable's name."),
  contract: text("The contract that declares it: the contract itself, or a base contract."),
  type: decoded.type,
  value: decoded.value,
  declaredType: decoded.declaredType,
  member: decoded.member,
});

const knownCode = shape(
  "KnownCode",
  "The well-known code, with the outcome `known-code`; omitted otherwise.",
  {
    name: text("The name with its article: `a CREATE3 proxy`."),
    entity: oneOf(
      ["token", "schedule", "system-contract", "account", "delegated-account"],
      "The entity at the address, if it isn't a contract; omitted for a contract without sources.",
    ).exactOptional(),
    implementation: text("The checksummed address of its implementation, if its code has one.").nullable(),
  },
);

const givenName = shape("GivenName", "A name given to the contract at an address.", {
  name: text("`Name` or `path:Name`."),
  by: oneOf(
    ["user", "record", "guess"],
    "`user`: an option or a manifest. `record`: a deployment record of this creation. `guess`: Foundry's guess by similarity, or a record of another creation; it refutes nothing.",
  ),
});

const witness = z.enum(WITNESSES).meta({ id: "Witness" });

const claim = shape(
  "Claim",
  "A statement that the verdict makes. `proven`: computed by this run from evidence that doesn't come from the party making the claim, or the claim doesn't apply. `vouched`: stated by the witnesses. `open`: neither proven nor vouched for. `refuted`: the evidence contradicts it.",
  {
    id: oneOf(CLAIM_IDS, "The claim's id; see docs/verified.md."),
    state: oneOf(["proven", "vouched", "open", "refuted"], "The claim's state according to the evidence."),
    witnesses: list(
      witness,
      "The witnesses that showed it; empty for a claim that is open or does not apply.",
    ),
    reason: text(
      "The reason why it is open, refuted or only vouched for, or does not apply.",
    ).exactOptional(),
    mayClose: flag("True if running again later may close an open claim.").exactOptional(),
  },
);

const verdict = z.enum(["verified", "match", "cannot-tell", "not-proven", "refuted"]).meta({
  id: "Verdict",
  description:
    "The verdict on all claims. `verified`: the four needed claims (runtime-code, sources, libraries, record) are proven. `match`: the needed claims are proven or vouched for, and at least one is only vouched for. `cannot-tell`: a needed claim is open, and may be settled by a later run. `not-proven`: a needed claim is open, and a later run can't settle it. `refuted`: a claim is refuted. Omitted if there are no claims.",
});

const check = shape(
  "Check",
  "The result of one rule of the cross-check. A rule that could not run is `unknown` or `skipped`, never `passed`.",
  {
    id: matching(/^[a-z0-9-]+$/, "The rule's id; see docs/cross-checks.md."),
    subject: text("The compared facts, in a few words."),
    status: oneOf(["passed", "failed", "skipped", "unknown"], "The result."),
    expected: text("The expected value, shortened.").exactOptional(),
    actual: text("The actual value, shortened.").exactOptional(),
    witnesses: list(witness, "Where the compared facts came from."),
    reason: text("The reason why it failed, was skipped or is unknown.").exactOptional(),
  },
);

const operatedWitness = shape("OperatedWitness", "A witness and its operator.", {
  witness: witness,
  operator: text(
    "The configured name, or else what the operator runs, such as `node and query service`. `this project` for build files, deployment records, local compilers and the request.",
  ),
});

const forwarded = shape("Forwarded", "Another service's response to a verification forwarded to it.", {
  to: oneOf(["etherscan", "blockscout", "routescan"], "The other service."),
  state: oneOf(
    ["accepted", "already-verified", "not-accepted"],
    "`accepted`: the other service took the submission, but may not have verified the contract. `already-verified`: it responded that the contract is already verified there.",
  ),
  verificationId: text("The other service's id of the submission.").exactOptional(),
  reason: text("The reason why it was not accepted, in the other service's words.").exactOptional(),
  explorerUrl: matching(
    /^https:\/\//,
    "The contract's web page. URLs are https, as received from the verification service.",
  ).exactOptional(),
  statusUrl: matching(/^https:\/\//, "The URL that returns the submission's status.").exactOptional(),
  contractApiUrl: matching(
    /^https:\/\//,
    "The URL that returns the contract's ABI once it is verified there.",
  ).exactOptional(),
});

const explorerFact = shape("ExplorerFact", "A fact that an explorer shows, compared with the proven fact.", {
  id: oneOf(["name", "compiler", "settings", "sources", "arguments", "libraries"], "The fact."),
  status: oneOf(
    ["passed", "differing", "unknown"],
    "`unknown`: the explorer doesn't show it, or not in a comparable form.",
  ),
  reason: text("The difference, or the reason why it is unknown.").exactOptional(),
});

const shownOn = shape(
  "ShownOn",
  "An explorer's view of the contract's sources. It affects no claim and no verdict.",
  {
    explorer: text("Its key in the configuration, such as `etherscan`."),
    name: text("Its name, such as `Etherscan`."),
    state: oneOf(
      ["shown", "waiting", "refused"],
      "`shown`: it shows sources that somebody verified for this contract. `waiting`: not shown so far; running again may help. `refused`: not shown; waiting can't help.",
    ),
    match: oneOf(
      ["exact", "partial"],
      "Only if the contract is shown. `exact`: name, compiler, settings, sources, constructor arguments and libraries equal the proven ones. `partial`: one of them differs, or can't be compared.",
    ).exactOptional(),
    by: oneOf(
      ["before", "forwarded", "this-run", "earlier-run"],
      "The origin of the shown sources, if known: they were already there, the verification service forwarded them, or this run or an earlier one submitted them.",
    ).exactOptional(),
    reason: text("The reason why it is not shown.").exactOptional(),
    verificationId: text("The explorer's id for the submission.").exactOptional(),
    addedLibraries: list(
      text("A fully qualified name."),
      "The libraries whose addresses were added to the submitted settings, because the explorer needs them there.",
    ).exactOptional(),
    facts: list(explorerFact, "The comparison; empty if the explorer shows no sources."),
    proxy: oneOf(
      ["linked", "not-linked"],
      "For a shown proxy: `linked` if the explorer links it to its implementation.",
    ).exactOptional(),
    url: matching(/^https?:\/\//, "The contract's page.").exactOptional(),
  },
);

const contractReport = shape("ContractReport", "The facts that the run has established about one contract.", {
  target: object(
    {
      input: text("The user's input."),
      address: text("Checksummed.").nullable(),
      contractId: text("`shard.realm.number`, if a query service knows it.").nullable(),
      creationTransactionHash: text("The creation transaction; null if unknown.").nullable(),
      factory: text(
        "The creating contract's checksummed address, if a contract created this one. Many services then match only the runtime code.",
      ).exactOptional(),
      initCode: object(
        {
          shownBy: oneOf(
            ["transaction", "create2", "trace", "query-service"],
            "The evidence for the init code: the creation transaction's input; the CREATE2 address, which determines the init code; the node's call trace; or the query service alone.",
          ),
          isInput: flag(
            "True if the creation transaction's input is the init code. If not, many services match only the runtime code.",
          ),
        },
        "The executed init code; omitted if unknown.",
      ).exactOptional(),
      blockNumber: count(
        "The block at which the code, the proxy's slots and the libraries were read; null if nothing was read, or if the node has only the latest state.",
      ).nullable(),
    },
    "The user's input, and the contract on chain.",
  ),
  network: object(
    { name: text("The configured name."), chainId: count("The chain's id.") },
    "The contract's network and chain. Omitted if unknown.",
  ).exactOptional(),
  deployments: list(
    deploymentOrigin,
    "The deployment records that name the contract; empty if no record does.",
  ),
  outcome: outcome,
  contract: orNull(
    buildContract,
    "The contract that compiles to the code on chain, from a build; null if no build produces that code.",
  ),
  match: orNull(
    storedMatch,
    "The stored match, as last read from the verification service; null if there is none.",
  ),
  previousMatch: orNull(
    storedMatch,
    "The stored match before this run; null if there was none, or if it was not read.",
  ),
  otherForm: object(
    { address: text("Checksummed."), match: storedMatch },
    "A record of the same contract under its long-zero address (Hedera), if there was none under `target.address` before the run. Explorers do not look it up.",
  ).exactOptional(),
  storedUnknown: text(
    "The reason why the stored match is unknown, with `--dry-run` or for a third-party contract: the verification service did not respond, or none is configured.",
  ).exactOptional(),
  expectedMatch: orNull(
    expectedMatch,
    "The match predicted for the build before the submission; null if there is no build.",
  ),
  verificationId: text("The last job's id, a UUID.").nullable(),
  submitted: list(
    submissionReport,
    "The submissions, in order. After `--dry-run`, the planned submission and its fallback for a failed match, if any; empty if the build can't improve the stored match.",
  ),
  constructorArguments: orNull(
    constructorArguments,
    "Taken from the creation code; null if that code is unknown or contains no arguments.",
  ),
  libraries: map(
    text("An address."),
    "The address of each library linked into the code on chain, by fully qualified name.",
  ),
  immutables: map(
    text("0x-prefixed hex."),
    "Each immutable's value in the code on chain, as 0x-prefixed hex. The key is the compiler's id, or the position (`@214`) if no build file has the id.",
  ),
  decodedImmutables: list(
    decodedImmutable,
    "The immutables with names and types, in declaration order. Omitted if there are none, or if the names are unknown.",
  ).exactOptional(),
  proxy: orNull(contractProxy, "The contract's implementation; null if it isn't a proxy."),
  proxyUnknown: text(
    "The reason why it is unknown whether the contract is a proxy or which code it runs; omitted if both are known.",
  ).exactOptional(),
  relation: relation.exactOptional(),
  knownCode: knownCode.exactOptional(),
  named: list(
    givenName,
    "The names specified for a contract without sources, or for a proxy if they aren't its own. The code that the contract runs must have these names. Omitted if there are none.",
  ).exactOptional(),
  code: contractCode.exactOptional(),
  claims: list(
    claim,
    "The claims behind the verdict. Omitted if the run ended before the cross-check.",
  ).exactOptional(),
  verdict: verdict.exactOptional(),
  checks: list(check, "The results of the cross-check's rules, in order."),
  witnesses: list(
    operatedWitness,
    "The witnesses that passed or failed a check, each with its operator. Agreement between witnesses with one operator is only a consistency check. Omitted if no check passed or failed.",
  ).exactOptional(),
  differences: list(
    difference,
    "The differences between the code on chain and the chosen build; empty if there are none.",
  ),
  sourceDifferences: list(
    sourceDifference,
    "The sources on record that differ from the build's sources. Omitted if none differ, or if they were not compared.",
  ).exactOptional(),
  explanations: list(
    explanation,
    "The reasons why the code on chain differs from the chosen build, the most useful first.",
  ),
  candidates: list(candidate, "Without a build: the nearest contracts, best first."),
  links: list(
    object({ label: text("The link's text."), url: text("The link's URL.") }, "A web page."),
    "Web pages about the contract, such as those of explorers.",
  ),
  forwarded: list(
    forwarded,
    "The responses of other services to the forwarded verification, as reported by the verification service. They affect no claim and no exit code. Omitted if nothing was forwarded, or if nothing was known within ten seconds.",
  ).exactOptional(),
  explorers: list(
    shownOn,
    "The explorers to which the contract was submitted after the verdict. Omitted if there were none.",
  ).exactOptional(),
  otherChains: list(
    map(z.unknown(), "Written by earlier versions."),
    "No longer written: the other chains on which the verification service had a record for the address.",
  )
    .meta({ deprecated: true })
    .exactOptional(),
  timings: z
    .object({ totalMs: z.number().min(0) })
    .catchall(z.number().min(0))
    .describe("Milliseconds, in total and for each stage that ran."),
  fingerprint: fingerprint.exactOptional(),
  lock: lockComparison.exactOptional(),
  error: problem.exactOptional(),
});

export const tool = object(
  { name: text("The package's name."), version: text("The package's version.") },
  "The program that created the report.",
);

const services = object(
  {
    verification: text("The verification service.").nullable(),
    query: text("The query service.").nullable(),
    status: text("The status service.").nullable(),
  },
  "The base URL of each service used, without credentials; null if none is configured, or if it differs between the run's chains.",
);

export const reportSchema = object(
  {
    schema: version("verify-contract/1"),
    tool,
    command: oneOf(
      ["verify", "check", "deployments", "lock"],
      "The run's command; `check` submits nothing.",
    ).exactOptional(),
    replayOf: object(
      {
        recordedAt: time,
        tool: tool.describe("The program that recorded it."),
      },
      "For a `replay`: the time of the recording, and the program that recorded it. The report's times and services are those of that run; nothing was requested again.",
    ).exactOptional(),
    source: object(
      { commit: text("The full hash."), dirty: flag("True if tracked files differ.") },
      "The project's git commit, and whether tracked files differ from it. Omitted if git doesn't report it.",
    ).exactOptional(),
    startedAt: time,
    finishedAt: time,
    network: object(
      { name: text("The network's name."), chainId: count("The chain's id.") },
      "The network and its chain; null if the run ended before the chain answered, or covered several chains: see `networks`.",
    ).nullable(),
    networks: list(
      z.strictObject({
        name: text("Null if no configured network uses the chain.").nullable(),
        chainId: count("Null if neither the configuration nor the node provides it.").nullable(),
        services: services
          .describe("The base URLs of its services; omitted if the network was skipped.")
          .exactOptional(),
        skipped: text("The reason why the network was skipped; omitted if it was used.").exactOptional(),
        error: problem.exactOptional(),
      }),
      "The networks, if the run chose them by the chains in the deployment records, as with `--all-networks`: first the networks used, then the skipped ones. Omitted for a run on one chosen network.",
    ).exactOptional(),
    services,
    shard: object(
      {
        index: ordinal("From 1."),
        count: ordinal("The number of shards."),
        plan: matching(
          /^[0-9a-f]{16}$/,
          "A fingerprint of all the run's contracts, equal in each shard. It proves that the shards together cover every contract. Null if the deployments were not read.",
        ).nullable(),
        options: list(
          text("A flag, with its value."),
          "The options that the results depend on, as flags with their values. All shards of a run have the same options.",
        ).exactOptional(),
        run: text(
          "The CI run, as the name and value of the variable that identifies it: GITHUB_RUN_ID, CI_PIPELINE_ID, BUILDKITE_BUILD_ID or BUILD_BUILDID. `merge` refuses shards that differ in it. Omitted if there is no such variable.",
        ).exactOptional(),
      },
      "The part of the deployments that this run covers, from `--shard`; null if it covers all of them.",
    ).nullable(),
    contracts: list(contractReport, "The contracts, in order."),
    passedOver: list(
      z.strictObject({
        name: text("Its name in the deployment record."),
        file: text("The deployment record, relative to the project, with forward slashes."),
        reason: text("The reason why it was skipped."),
      }),
      "The deployment record entries that this run skipped, such as a contract deployed by someone else.",
    ),
    summary: object(
      {
        total: count("The number of contracts."),
        outcomes: z
          .partialRecord(outcome, count("The number of contracts."))
          .describe("Keyed by outcome, only for the outcomes that occur."),
      },
      "The number of contracts per outcome.",
    ),
    exitCode: exitCode(
      "0: every contract is good enough and every check passed. 1: something is wrong with a contract. 2: usage or configuration error, in this run or a merged one. 3: can't tell, run it again; also if a shard's report is missing.",
    ),
    error: problem.exactOptional(),
    evidence: object(
      {
        file: text("As the user wrote it.").exactOptional(),
        command: text("The run's command, with `--evidence`.").exactOptional(),
      },
      "A way for others to reproduce the result: the file that this run wrote, or the command that writes one. Only if the exit code is 1 or 3, and the command keeps evidence.",
    ).exactOptional(),
    accept: text(
      "The command that accepts every drift, once reviewed. Only with `check --locked`.",
    ).exactOptional(),
  },
  "The result of one run of verify-contract, and the source of every other report format.",
);

export type Problem = Shape<typeof problem>;
export type DeploymentOrigin = Shape<typeof deploymentOrigin>;
export type Outcome = Shape<typeof outcome>;
export type BuildContract = Shape<typeof buildContract>;
export type StoredMatch = Shape<typeof storedMatch>;
export type DisclosedFile = Shape<typeof disclosedFile>;
export type SubmissionReport = Shape<typeof submissionReport>;
export interface DecodedValue extends Shape<z.ZodObject<typeof decoded>> {
  readonly fields?: readonly DecodedValue[];
}
export type ConstructorArguments = Shape<typeof constructorArguments>;
export type DecodedImmutable = Shape<typeof decodedImmutable>;
export type KnownCode = Shape<typeof knownCode>;
export type GivenName = Shape<typeof givenName>;
export type Claim = Shape<typeof claim>;
export type Verdict = Shape<typeof verdict>;
export type Check = Shape<typeof check>;
export type ShownOn = Shape<typeof shownOn>;
export type ExplorerFact = Shape<typeof explorerFact>;
export type OperatedWitness = Shape<typeof operatedWitness>;
export type ContractReport = Shape<typeof contractReport>;
export type Report = Shape<typeof reportSchema>;
