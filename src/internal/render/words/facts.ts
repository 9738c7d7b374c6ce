import type {
  BuildContract,
  ContractReport,
  Relation,
  Report,
  StoredMatch,
  SubmissionReport,
} from "../../report/model.ts";
import { recordedName } from "../../report/names.ts";
import {
  type AskedNetwork,
  askedNetworks,
  getNetwork,
  getServices,
  placeKey,
} from "../../report/report-network.ts";
import { formatBytes, formatCount, formatDuration, joinWords, shortenList } from "../../text/amounts.ts";
import { formatDayOrTime, formatUtcMinute } from "../../text/moment.ts";
import { candidateWords, differenceWords, explanationWords } from "./difference-words.ts";
import { lockLines } from "./drift-words.ts";
import { type FactLine, type FactLines, fact, shortened } from "./fact-lines.ts";
import { forwardedLines } from "./forwarded-words.ts";
import { expectedMatchWords, isPartial, matchWords, notExactReason, otherFormWords } from "./match-words.ts";
import { proxyLines } from "./proxy-words.ts";
import { shownLines } from "./shown-words.ts";
import { argumentLines, immutableLines } from "./value-words.ts";

export const EVIDENCE_LABEL = "Evidence";

/** The evidence file that the run wrote, or the command that would write one. Empty without either. */
export function evidenceFact({ evidence }: Pick<Report, "evidence">): readonly string[] {
  return given(evidence?.file ?? evidence?.command);
}

export const ACCEPT_LABEL = "Accept the changes";

/** Describes the recorded run behind a replay. Empty for an ordinary run. */
export function replayWords({ replayOf }: Pick<Report, "replayOf">): readonly string[] {
  if (replayOf === undefined) return [];
  const { recordedAt, tool } = replayOf;
  return [
    `evidence recorded ${formatUtcMinute(recordedAt)} by ${tool.name} ${tool.version}: computed from the answers recorded then`,
  ];
}

/**
 * The contract's name for a heading: its name in the build, or else its name in the record if someone else deployed the
 * contract, or else its address.
 */
export function contractTitle({ contract, target, relation }: ContractReport): string {
  return contract?.fullyQualifiedName ?? relation?.storedAs ?? target.address ?? target.input;
}

/**
 * The contract's name in a deployment record, or else in the lock file. Undefined if the user gave its
 * address.
 */
export function givenName(contract: ContractReport): string | undefined {
  return recordedName(contract) ?? contract.lock?.name;
}

export function contractHeading(contract: ContractReport): readonly string[] {
  const title = contractTitle(contract);
  const name = givenName(contract);
  return name === undefined || name === title ? [title] : [name, title];
}

/** "testnet (chain 296)", or a list of several networks. */
export function networkWords(report: Report): string {
  return joinWords(askedNetworks(report).map(chainWords)) || "unknown";
}

/** "testnet (chain 296)". */
export function chainWords({
  name,
  chainId,
}: { readonly [Key in keyof AskedNetwork]: AskedNetwork[Key] | null }): string {
  return `${name} (chain ${chainId})`;
}

/** A contract's facts in the order of the run: what was found, sent and stored, and what differs. */
export function contractFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  return [
    ...foundFacts(report, contract),
    ...contract.submitted.flatMap((submission, index) => sentFacts(report, contract, submission, index)),
    expectedFact(contract),
    fact("Before", upgraded(contract).map(sidesWords)),
    storedFact(contract),
    fact("Other form", contract.otherForm && otherFormWords(contract.otherForm)),
    fact("Forwarded", forwardedLines(contract)),
    fact("Shown on", shownLines(contract, true)),
    ...differenceFacts(contract),
    fact("Nearest", shortened(furtherCandidates(contract).map(candidateWords))),
    fact("Took", formatDuration(contract.timings.totalMs)),
  ];
}

export function differenceFacts({ differences, explanations }: ContractReport): readonly FactLines[] {
  return [
    fact("Differs", shortened(differences.map(differenceWords))),
    fact("Why", shortened(explanations.map(explanationWords))),
  ];
}

/** A dry run's facts: the address and build, the planned submission, and the expected result. */
export function dryRunFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  return [
    addressFact(contract),
    buildFact(report, contract),
    ...contract.submitted.flatMap((submission, index) => sentFacts(report, contract, submission, index)),
    expectedFact(contract),
    storedFact(contract),
  ];
}

/** A dry run's facts in a batch, without file lists. */
export function dryRunSummary(report: Report, contract: ContractReport): readonly FactLines[] {
  return dryRunFacts(report, contract).filter(({ label }) => label !== FILES);
}

function addressFact({ target }: ContractReport): FactLines {
  return fact("Address", target.address ?? target.input);
}

function buildFact(report: Pick<Report, "startedAt">, { contract: build }: ContractReport): FactLines {
  return fact("Build", [...given(build?.buildFile), ...outdatedWords(report, build)]);
}

/**
 * "artifacts/build-info/solc-0_8_28.json: solc 0.8.28, optimizer 200 runs", or the number of build files if
 * there are several. Undefined without build files.
 */
export function buildWords(
  builds: readonly (Pick<BuildContract, "buildFile"> & {
    readonly compilerVersion: string | null;
    readonly language: string | null;
    readonly settings?: string | null;
  })[],
): string | undefined {
  const files = [...new Set(builds.map(({ buildFile }) => buildFile))];
  const [file] = files;
  if (file === undefined) return undefined;
  const made = builds.flatMap(({ compilerVersion, language, settings }) => {
    const compiler = language === "Solidity" ? "solc" : language?.toLowerCase();
    const version = compilerVersion?.split("+")[0];
    return version === undefined ? [] : [[`${compiler} ${version}`, ...given(settings)].join(", ")];
  });
  const said = shortenList([...new Set(made)].sort(), MAX_COMPILERS).join("; ");
  return `${files.length === 1 ? file : formatCount(files.length, "file")}${said === "" ? "" : `: ${said}`}`;
}

const MAX_COMPILERS = 3;

/**
 * "from 18:02 UTC, older than contracts/Vault.sol", if sources have changed since the build. Otherwise empty.
 */
export function outdatedWords(
  { startedAt }: Pick<Report, "startedAt">,
  build: ContractReport["contract"],
): readonly string[] {
  if (build?.outdated === undefined) return [];
  const { writtenAt, sources } = build.outdated;
  const [first] = [...sources].sort((a, b) => Number(b.isNewer) - Number(a.isNewer));
  const more = sources.length === 1 ? "" : ` and ${formatCount(sources.length - 1, "other source")}`;
  const named = `${first?.path}${more}`;
  const from = `from ${formatDayOrTime(writtenAt, startedAt)}`;
  return [`${from}, ${first?.isNewer === true ? "older than" : "built from another version of"} ${named}`];
}

function expectedFact(contract: ContractReport): FactLines {
  const { expectedMatch } = contract;
  if (expectedMatch === null || isAsPredicted(contract)) return fact("Expected", []);
  const reasons = expectedMatch.reasons.map((because) => `because ${because}`);
  return fact("Expected", [expectedMatchWords(expectedMatch), ...reasons]);
}

function foundFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  const { target, contract: build, deployments, libraries } = contract;
  const linked = Object.entries(libraries).map(([name, address]) => `${name} at ${address}`);
  return [
    addressFact(contract),
    fact("Id", target.contractId),
    fact("Chain", stateWords(report, contract)),
    fact("Created in", [
      ...given(target.creationTransactionHash),
      ...given(target.factory).map((factory) => `by the contract ${factory}`),
    ]),
    fact("Named in", shortened(deployments.map(originWords))),
    buildFact(report, contract),
    fact("Compiler", build && `${build.language} ${build.compilerVersion}`),
    fact("Arguments", argumentLines(contract)),
    fact("Libraries", linked),
    fact("Immutables", immutableLines(contract)),
    fact("Proxy", shortened(proxyLines(contract))),
    fact("Role", shortened(relationLines(contract))),
    fact("Locked", lockLines(contract)),
  ];
}

/** "ignition/deployments/chain-31337, as VaultModule#Vault" */
function originWords({ name, file }: ContractReport["deployments"][number]): string {
  return `${file}, as ${name}`;
}

/** "testnet (chain 296), after block 1234". */
function stateWords(report: Report, contract: ContractReport): string | undefined {
  const network = getNetwork(report, contract);
  const { blockNumber } = contract.target;
  const after = blockNumber === null ? "" : `, after block ${blockNumber}`;
  return network === null ? undefined : `${chainWords(network)}${after}`;
}

const FILES = "Files";

function sentFacts(
  report: Report,
  contract: ContractReport,
  submission: SubmissionReport,
  index: number,
): readonly FactLines[] {
  const { sent, files, bytes, sources, reason, verificationId } = submission;
  const amount = `${formatCount(files.length, "file")}, ${formatBytes(bytes)}, ${sources}: ${reason}`;
  if (sent) return [fact("Sent", amount), fact("Job", verificationId)];
  return index > 0
    ? [fact("Fallback", amount), fact(FILES, fileLines(submission))]
    : [
        fact("Would send", amount),
        fact("To", destinationLines(report, contract)),
        fact("As", `${submission.contractIdentifier}, compiled by ${submission.compilerVersion}`),
        fact(FILES, fileLines(submission)),
      ];
}

function storedFact(contract: ContractReport): FactLines {
  const { match } = contract;
  return fact("Stored", match === null ? unknownWords(contract) : storedLines(contract, match));
}

/** Why the stored match is unknown. Empty if it is known. */
export function unknownWords({ storedUnknown }: ContractReport): readonly string[] {
  return given(storedUnknown).map((reason) => `unknown: ${reason}`);
}

function sidesWords({ creationMatch, runtimeMatch }: StoredMatch): string {
  return `creation ${matchWords(creationMatch)}, runtime ${matchWords(runtimeMatch)}`;
}

/** The previous match if this run upgraded it; otherwise empty. */
export function upgraded({ match, previousMatch }: ContractReport): readonly StoredMatch[] {
  if (match === null || previousMatch === null) return [];
  const { creationMatch, runtimeMatch } = previousMatch;
  return creationMatch === match.creationMatch && runtimeMatch === match.runtimeMatch ? [] : [previousMatch];
}

function storedLines(contract: ContractReport, match: StoredMatch): readonly FactLine[] {
  const { creationMatch, runtimeMatch } = match;
  return [
    {
      lead: "creation",
      text:
        match.creationNotGiven === true
          ? "not compared by the service"
          : `${matchWords(creationMatch)}${creationMatch === null ? explainMissingCreation(contract) : ""}`,
    },
    { lead: "runtime", text: matchWords(runtimeMatch) },
    ...(isPartial(match) ? [{ lead: "because", text: notExactReason(contract) }] : []),
  ];
}

/** Why a missing creation match is expected for this contract. Empty if it isn't. */
export function explainMissingCreation({ target }: ContractReport): string {
  if (target.factory !== undefined) return ", common for contracts created by a contract";
  return target.initCode?.isInput === false
    ? ", common if the creating transaction does not contain the init code"
    : "";
}

/** True if the stored match equals the prediction, which makes the prediction redundant. */
function isAsPredicted({ outcome, match, expectedMatch }: ContractReport): boolean {
  return (
    outcome !== "dry-run" &&
    match !== null &&
    match.creationMatch === expectedMatch?.creation &&
    match.runtimeMatch === expectedMatch?.runtime
  );
}

/** The closest candidates, except the one named in the problem. */
function furtherCandidates({ candidates, error }: ContractReport): ContractReport["candidates"] {
  const named = error?.facts.some(({ label }) => label === "Nearest") ?? false;
  return named ? candidates.slice(1) : candidates;
}

function fileLines({ files }: SubmissionReport): readonly FactLine[] {
  return files.map(({ path, bytes }) => ({ lead: formatBytes(bytes), text: path, whole: true }));
}

/** The URL for a submission or, if no verification service is configured, the setting for its URL. */
function destinationLines(report: Report, contract: ContractReport): readonly FactLine[] {
  const { target } = contract;
  const network = getNetwork(report, contract);
  const services = getServices(report, contract);
  if (network === null || target.address === null) return [];
  const { chainId } = network;
  if (services.verification === null)
    return [
      { text: "no verification service is configured: set" },
      { text: `verifyContract.chains[${chainId}].verification.url`, whole: true },
    ];
  const url = `${services.verification.replace(/\/+$/, "")}/v2/verify/${chainId}/${target.address}`;
  return [{ text: url, whole: true }];
}

function given(value: string | null | undefined): readonly string[] {
  return value === null || value === undefined ? [] : [value];
}

/** Why the run includes a contract that the user didn't name. Empty for other contracts. */
export function becauseWords(because: Relation["because"] | undefined): string {
  switch (because) {
    case "implementation":
      return "run by a named proxy";
    case "same-transaction":
      return "created in a recorded transaction";
    case "same-deployer":
      return "deployed with it";
    case undefined:
      return "";
  }
}

/** Why a contract was not submitted although a local build has its code. Empty for other contracts. */
export function unsentWords(unsent: Relation["unsent"] | undefined): string {
  switch (unsent) {
    case "only-named":
      return "--only-named leaves it out";
    case "deployed-elsewhere":
      return "nothing shows that this project deployed it";
    case "no-metadata-hash":
      return "its code has no metadata hash that names its sources";
    case "other-metadata":
      return "its metadata hash differs from that of the local sources";
    case "ambiguous":
      return "several contracts in the builds compile to this code";
    case undefined:
      return "";
  }
}

/**
 * "beacon of Lamp and 3 more proxies, in no deployment record", for a contract reached only through proxies.
 * Empty for other contracts.
 *
 * @param names The names of the listed contracts, by chain and address.
 */
export function relationTitle(contract: ContractReport, names: ReadonlyMap<string, string>): string {
  const { relation } = contract;
  if (relation === undefined || relation.whose === "recorded") return "";
  const roles = roleLines(contract, (proxy) => names.get(placeKey(contract, proxy)) ?? proxy);
  const because = becauseWords(relation.because);
  // The role already states this reason.
  const why =
    relation.because === "implementation" && roles.length > 0 ? "" : because || "in no deployment record";
  return [...roles, ...(relation.whose === "ours" && why !== "" ? [why] : [])].join(", ");
}

/** Returns a line for each role: "implementation of 0x…", "facet of 0x… and 2 more proxies". */
export function relationLines(contract: ContractReport): readonly string[] {
  return roleLines(contract, (proxy) => proxy);
}

function roleLines({ relation }: ContractReport, getName: (proxy: string) => string): readonly string[] {
  const byRole = Map.groupBy(relation?.roles ?? [], ({ role }) => role);
  return [...byRole].map(([role, [first, ...others]]) => {
    const more = others.length === 1 ? "another proxy" : `${others.length} more proxies`;
    return `${role} of ${first && getName(first.proxy)}${others.length === 0 ? "" : ` and ${more}`}`;
  });
}
