import type { ContractReport, Relation, Report, StoredMatch } from "../../report/model.ts";
import { recordedName } from "../../report/names.ts";
import type { PreflightName } from "../../report/preflight/model.ts";
import {
  type AskedNetwork,
  askedNetworks,
  getAddress,
  getNetwork,
  getServices,
  placeKey,
} from "../../report/report-network.ts";
import { formatBytes, formatCount, joinWords, shortenList } from "../../text/amounts.ts";
import { formatDayOrTime, formatUtcMinute } from "../../text/moment.ts";
import { type FactLine, type FactLines, fact } from "./fact-lines.ts";
import { expectedMatchWords, notExactReason, storedMatchWords } from "./match-words.ts";

export const EVIDENCE_LABEL = "Evidence";

/** The evidence file that the run wrote, or the command that would write one. */
export function evidenceFact({ evidence }: Pick<Report, "evidence">): readonly string[] {
  return [evidence?.file ?? evidence?.command ?? []].flat();
}

export const ACCEPT_LABEL = "Accept the changes";

export function replayWords({ replayOf }: Report): readonly string[] {
  if (replayOf === undefined) return [];
  const { recordedAt, tool } = replayOf;
  return [
    `evidence recorded ${formatUtcMinute(recordedAt)} by ${tool.name} ${tool.version}: computed from the responses recorded then`,
  ];
}

/** The name in the build; if someone else deployed the contract, the name in the record; otherwise the address. */
export function contractTitle({ contract, target, relation }: ContractReport): string {
  return contract?.fullyQualifiedName ?? relation?.storedAs ?? target.address ?? target.input;
}

/** Undefined if the user gave the contract's address. */
export function givenName(contract: ContractReport): string | undefined {
  return recordedName(contract) ?? contract.lock?.name;
}

export function contractHeading(contract: ContractReport): readonly string[] {
  const title = contractTitle(contract);
  const name = givenName(contract);
  return name === undefined || showsName(title, name) ? [title] : [name, title];
}

/** True for `Vault` and `contracts/Vault.sol:Vault`. */
export function showsName(title: string, name: string): boolean {
  return title === name || title.endsWith(`:${name}`);
}

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

export function dryRunFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  const { match, expectedMatch: expected } = contract;
  return [
    fact("Address", getAddress(contract)),
    buildFact(report, contract),
    ...(contract.submitted.length === 0
      ? [fact("Would send", "nothing: this build can't improve the stored match")]
      : sentFacts(report, contract)),
    fact(
      "Expected",
      expected && [expectedMatchWords(expected), ...expected.reasons.map((reason) => `because ${reason}`)],
    ),
    fact(
      "Stored",
      match === null ? unknownWords(contract) : storedMatchWords(match, notExactReason(contract)),
    ),
  ];
}

export function buildFact(report: Report, { contract: build }: ContractReport): FactLines {
  return fact("Build", [build?.buildFile ?? [], outdatedWords(report, build)].flat());
}

/**
 * "artifacts/build-info/solc-0_8_28.json: solc 0.8.28, optimizer 200 runs". Several files are replaced by their number.
 */
export function buildWords(
  builds: readonly (Pick<PreflightName, "buildFile" | "compilerVersion" | "language"> &
    Partial<Pick<PreflightName, "settings">>)[],
): string | undefined {
  const files = [...new Set(builds.map(({ buildFile }) => buildFile))];
  const [file] = files;
  if (file === undefined) return undefined;
  const made = builds.flatMap(({ compilerVersion, language, settings }) => {
    const compiler = language === "Solidity" ? "solc" : language?.toLowerCase();
    const version = compilerVersion?.split("+")[0];
    return version === undefined ? [] : [[`${compiler} ${version}`, settings ?? []].flat().join(", ")];
  });
  const said = shortenList([...new Set(made)].sort(), MAX_COMPILERS).join("; ");
  return `${files.length === 1 ? file : formatCount(files.length, "file")}${said === "" ? "" : `: ${said}`}`;
}

const MAX_COMPILERS = 3;

/** "from 18:02 UTC, built from an earlier version of contracts/Vault.sol" */
export function outdatedWords({ startedAt }: Report, build: ContractReport["contract"]): readonly string[] {
  if (build?.outdated === undefined) return [];
  const { writtenAt, sources } = build.outdated;
  const [first] = [...sources].sort((a, b) => Number(b.isNewer) - Number(a.isNewer));
  const more = sources.length === 1 ? "" : ` and ${formatCount(sources.length - 1, "other source")}`;
  const named = `${first?.path}${more}`;
  const from = `from ${formatDayOrTime(writtenAt, startedAt)}`;
  return [`${from}, built from ${first?.isNewer === true ? "an earlier" : "another"} version of ${named}`];
}

export const FILES_LABEL = "Files";

function sentFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  return contract.submitted.flatMap((submission, index) => {
    const { files, bytes, sources, reason } = submission;
    const amount = `${formatCount(files.length, "file")}, ${formatBytes(bytes)}, ${sources}: ${reason}`;
    const listed = fact(
      FILES_LABEL,
      files.map((file) => ({ lead: formatBytes(file.bytes), text: file.path, whole: true })),
    );
    if (index > 0) return [fact("Fallback", amount), listed];
    return [
      fact("Would send", amount),
      fact("To", destinationLines(report, contract)),
      fact("As", `${submission.contractIdentifier}, compiled by ${submission.compilerVersion}`),
      listed,
    ];
  });
}

export function unknownWords({ storedUnknown }: ContractReport): readonly string[] {
  return storedUnknown === undefined ? [] : [`unknown: ${storedUnknown}`];
}

/** Empty unless this run changed the match. */
export function upgraded({ match, previousMatch }: ContractReport): readonly StoredMatch[] {
  if (match === null || previousMatch === null) return [];
  const { creationMatch, runtimeMatch } = previousMatch;
  return creationMatch === match.creationMatch && runtimeMatch === match.runtimeMatch ? [] : [previousMatch];
}

export function explainMissingCreation({ target, expectedMatch, explanations }: ContractReport): string {
  if (target.factory !== undefined) return ", common for contracts created by a factory";
  if (target.initCode?.isInput === false)
    return ", common if the creation transaction does not contain the init code";
  const explained = explanations.find(({ side }) => side === "creation")?.text;
  const predicted = expectedMatch?.creation === "none" ? expectedMatch.reasons.join("; ") : "";
  const reason = explained ?? predicted;
  return reason === "" ? "" : `, because ${reason}`;
}

/** If no verification service is configured, names the setting for its URL. */
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

/** The reason why the run includes a contract that the user didn't name. */
export const BECAUSE_WORDS = {
  implementation: "run by a named proxy",
  "same-transaction": "created in a recorded transaction",
  "same-deployer": "deployed with it",
} as const satisfies Record<NonNullable<Relation["because"]>, string>;

/** "beacon of Lamp and 3 more proxies, in no deployment record", for a contract reached only through proxies */
export function relationTitle(contract: ContractReport, names: ReadonlyMap<string, string>): string {
  const { relation } = contract;
  if (relation === undefined || relation.whose === "recorded") return "";
  const { whose, because } = relation;
  const roles = relationLines(contract, names);
  // The role already states that a proxy runs it.
  const isSaid = because === "implementation" && roles.length > 0;
  const why = because === undefined ? "in no deployment record" : BECAUSE_WORDS[because];
  return [...roles, ...(whose === "ours" && !isSaid ? [why] : [])].join(", ");
}

/** "implementation of 0x…", "facet of 0x… and 2 more proxies" */
export function relationLines(
  contract: ContractReport,
  names: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  const byRole = Map.groupBy(contract.relation?.roles ?? [], ({ role }) => role);
  return [...byRole].flatMap(([role, [first, ...others]]) => {
    if (first === undefined) return [];
    const name = names.get(placeKey(contract, first.proxy)) ?? first.proxy;
    const more = others.length === 1 ? "another proxy" : `${others.length} more proxies`;
    return [`${role} of ${name}${others.length === 0 ? "" : ` and ${more}`}`];
  });
}
