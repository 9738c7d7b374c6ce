/** One kind of problem. `sentence` may contain `{placeholders}`; docs/errors.md explains each code. */
export interface CatalogueEntry {
  readonly sentence: string;
  /** The exit code of a run that reports this problem: 1 to investigate, 3 to run again. @default 2 */
  readonly exitCode?: 1 | 3;
  /** The label for a contract with this problem. @default its outcome's label */
  readonly label?: string;
  /** The verdict on such a contract. @default its outcome's verdict */
  readonly verdict?: string;
  /** The part of the verdict to show beside the problem. @default `verdict` */
  readonly brief?: string;
  readonly reason?: string;
  /** Explains in a few words why a network's status is unknown. */
  readonly statusReason?: string;
  readonly isStop?: true;
  /** The next step after an inconclusive run. @default runs the command again */
  readonly again?: string;
  /** True if the problem already contains the contract's other identifier (address or contract ID). */
  readonly showsOtherForm?: true;
}

/** A usage error that affects some of a run's contracts. None of these contracts were checked. */
const USAGE_ERROR = { label: "usage error", verdict: "Not checked: usage or configuration error." } as const;

const NO_CONTRACT = {
  label: "no contract",
  verdict: "Nothing to verify: there is no contract. Nothing was submitted.",
  brief: "Nothing was submitted.",
} as const;

/**
 * Grouped by stage: 1xx usage and configuration, 2xx build, 3xx chain, 4xx verification service, 5xx query service, 6xx
 * status service, 7xx deployments and journal, 8xx reports, 9xx local services. A code never changes its meaning.
 */
export const CATALOGUE = {
  VC101: { sentence: "No contract was given." },
  VC102: { sentence: '"{target}" is neither an address nor a contract id.' },
  VC103: { sentence: "The address {target} has a wrong checksum." },
  VC104: {
    ...USAGE_ERROR,
    sentence:
      "The contract id {target} can't be resolved: no query service is configured for chain {chainId}.",
  },
  VC105: { sentence: '"{value}" is not a transaction hash.' },
  VC106: { sentence: '{option} can\'t be "{value}".' },
  VC107: { sentence: '"{value}" is not a valid report.' },
  VC108: { sentence: "The configuration is invalid." },
  VC109: { ...USAGE_ERROR, sentence: "No verification service is configured for chain {chainId}, {kind}." },
  VC110: { sentence: 'There is no contract "{name}" in the build files.' },
  VC112: { sentence: "The options {options} can't be used together." },
  VC113: { ...USAGE_ERROR, sentence: "A value in the configuration can't be used." },
  VC114: { sentence: "A standard JSON input doesn't show which of its contracts is on chain." },
  VC115: { sentence: "{option} needs {needed}." },
  VC116: { sentence: "No node was specified." },
  VC117: { sentence: "There is no option {option}." },
  VC118: { sentence: "The option {option} applies to one contract, but this run covers several." },
  VC119: { sentence: "No configured network matches a chain in the deployment records." },
  VC120: {
    ...USAGE_ERROR,
    sentence: "--local works only on development chains, and chain {chainId} isn't one.",
  },
  VC201: { sentence: "No build files were found." },
  VC202: { sentence: "A build file can't be used." },
  VC203: {
    label: "ambiguous",
    verdict: "Not verified: several contracts compile to the code on chain.",
    sentence: "Several contracts compile to the code on chain, and nothing distinguishes them.",
  },
  VC204: { sentence: "The code on chain was not built from {sources}." },
  VC205: { sentence: "The contract's imports can't be resolved." },
  VC206: { sentence: "{address} is a minimal proxy of {implementation}: its standard code has no sources." },
  VC207: { sentence: "The implementation of the minimal proxy {address} is unknown." },
  VC208: { sentence: "{address} is {name}, which has no sources: the required checks are impossible." },
  VC209: { sentence: "{address} is named {name}, but the code there is {found}." },
  VC210: {
    label: "wrong name",
    verdict: "Not verified: a different contract in the builds is on chain. Nothing was submitted.",
    brief: "Nothing was submitted.",
    sentence: "{address} is {found}, not {name}.",
  },
  VC211: {
    label: "sources differ",
    verdict: "Not verified: the sources are not exactly the deployed ones. Nothing was submitted.",
    brief: "Nothing was submitted.",
    sentence: "{name} has the code on chain, but its sources are not exactly the deployed ones.",
    exitCode: 1,
  },
  VC220: { sentence: "The code has no metadata hash, so no match can be exact." },
  VC221: { sentence: "The build's sources differ from the sources that its code was compiled from." },
  VC222: { sentence: "All files of the build would be submitted, not only the contract's imports." },
  VC224: { sentence: "A source has an absolute or personal path." },
  VC225: { sentence: "Another contract has the same code, and nothing on chain distinguishes them." },
  VC229: { sentence: "A verification service would reject this submission." },
  VC230: { sentence: "The code exceeds the size limit of EIP-170." },
  VC231: { sentence: "The init code exceeds the size limit of EIP-3860." },
  VC232: { sentence: "The compiler rejects the sources." },
  VC233: { sentence: "The build contains no deployable contract of this project." },
  VC234: { sentence: "Compiler {version} isn't installed, so the match is only predicted." },
  VC235: { exitCode: 3, sentence: "The preflight was stopped before it ended." },
  VC236: { sentence: "Sources changed since this build." },
  VC301: { sentence: "There is no contract at {address} on chain {chainId}." },
  VC302: {
    exitCode: 3,
    reason: "the node gave no usable answer",
    statusReason: "the node didn't report its chain ID",
    sentence: "The chain can't be reached.",
  },
  VC303: { sentence: "The transaction {hash} did not create {address}." },
  VC304: { sentence: "It is unknown whether {address} is a proxy." },
  VC305: {
    ...USAGE_ERROR,
    sentence:
      "The network {network} should be chain {configuredChainId}, but its node is on chain {chainId}.",
  },
  VC306: { sentence: "It is unknown whether there is a contract at {address}." },
  VC307: { ...NO_CONTRACT, sentence: "{target} is {name}, not a contract." },
  VC308: { ...NO_CONTRACT, sentence: "{target} is {name}, not a contract." },
  VC309: { ...NO_CONTRACT, sentence: "{target} is {name}, not one of the project's contracts." },
  VC310: { ...NO_CONTRACT, sentence: "{target} is {name}, not a contract." },
  VC311: { ...NO_CONTRACT, sentence: "{target} is {name}, not a contract." },
  VC401: {
    reason: "the verification service gave no usable answer",
    sentence: "The verification service can't be reached.",
  },
  VC402: { sentence: "The verification service refused the request." },
  VC403: { ...USAGE_ERROR, sentence: "The verification service does not support chain {chainId}." },
  VC404: { sentence: "The verification service compiled the input and the code does not match." },
  VC405: {
    reason: "the service's compiler timed out",
    sentence: "The verification service could not compile the input.",
  },
  VC406: {
    reason: "the service sent an unexpected response",
    sentence: "The {service} sent an unexpected response.",
  },
  VC407: { sentence: "The deadline passed before the run ended." },
  VC408: {
    exitCode: 3,
    label: "stopped",
    reason: "it was stopped",
    isStop: true,
    sentence: "The verification was stopped before it ended.",
  },
  VC409: { sentence: "The match is weaker than required." },
  VC410: {
    reason: "the service reported a failure",
    sentence: "The verification service reported a failure.",
  },
  VC411: { sentence: "The verification service has no record of the contract although it reported success." },
  VC412: { sentence: "The cross-check failed." },
  VC413: { sentence: "The cross-check could not be completed." },
  VC414: {
    showsOtherForm: true,
    label: "not verified",
    verdict: "Not verified: the verification service has no record of it.",
    sentence: "{address} on chain {chainId} is not verified.",
  },
  VC415: { ...USAGE_ERROR, sentence: "There is no Sourcify v2 service at {url}." },
  VC416: { sentence: "The verdict is not proven." },
  VC417: {
    verdict: "Do not rely on it: the record is invalid.",
    sentence: "The {service} sent an invalid record.",
  },
  VC418: {
    label: "not shown",
    verdict: "Not shown: a required explorer doesn't show the contract.",
    sentence: "A required explorer doesn't show the contract.",
  },
  VC419: {
    label: "not shown yet",
    reason: "an explorer doesn't show it yet",
    sentence: "A required explorer doesn't show the contract yet.",
  },
  VC501: {
    reason: "the query service gave no usable answer",
    sentence: "The query service can't be reached.",
  },
  VC502: { sentence: "The query service doesn't know the contract {target}." },
  VC503: { ...USAGE_ERROR, sentence: "There is no query service at {url}." },
  VC601: { exitCode: 3, sentence: "The status service sent no usable response." },
  VC602: { sentence: "No status service is configured for {network}." },
  VC603: {
    exitCode: 3,
    statusReason: "the command was stopped",
    sentence: "The command was stopped before the status service responded.",
  },
  VC604: { sentence: "There is no status service at {url}." },
  VC701: { sentence: "This project has no deployments on chain {chainId}." },
  VC702: { sentence: "{deployment} is on chain {recordedChainId}, but the network is chain {chainId}." },
  VC703: { sentence: 'There is no deployment "{name}".' },
  VC704: { sentence: "A deployment record can't be used." },
  VC705: { sentence: "The manifest {file} is invalid." },
  VC706: { sentence: "The run ended before it reached this contract." },
  VC707: { sentence: "The report {file} can't be merged." },
  VC708: { sentence: "The reports to merge are not from the shards of one run." },
  VC709: {
    exitCode: 3,
    again: "Run the missing shards, then merge again.",
    sentence: "The report of {missing} is missing.",
  },
  VC710: { sentence: "There is no lock file {file}." },
  VC711: { sentence: "The lock file {file} can't be used." },
  VC712: { sentence: "{name} differs from the lock file." },
  VC713: { exitCode: 3, sentence: "Not everything can be locked: {count} of {total} are not verified." },
  VC714: { sentence: 'Neither the lock file nor the deployment records name "{name}".' },
  VC715: { sentence: "The lock file {file} can't be written." },
  VC717: { exitCode: 1, sentence: "No configured network serves {chains}, which the lock file lists." },
  VC716: {
    exitCode: 3,
    sentence: "The lock file {file} was not written: {count} of {total} contracts could not be checked.",
  },
  VC801: { sentence: "{path} can't be written." },
  VC802: { sentence: "{file} is not an evidence file." },
  VC803: { sentence: "{file} is evidence in another version's format." },
  VC804: { sentence: "{file} ends too early." },
  VC805: { exitCode: 1, sentence: "{file} was changed after it was written." },
  VC806: { sentence: "{file} is too large to be evidence." },
  VC807: { exitCode: 1, sentence: "The evidence contains no answer to this question: {question}." },
  VC808: { exitCode: 1, sentence: "The replay's result differs from the evidence." },
  VC809: { exitCode: 1, sentence: "The node's answers differ from the evidence." },
  VC901: { sentence: "The local services need packages that aren't installed: {packages}." },
  VC902: { sentence: "The local services can't listen on port {port}." },
  VC903: { sentence: "The local services need the URL of a development chain." },
  VC904: { sentence: "The local services can't reach the chain." },
  VC905: { ...USAGE_ERROR, sentence: "No local services are running for this chain." },
  VC999: {
    exitCode: 1,
    verdict: "Not proven: the plugin failed with an unexpected error.",
    brief: "The plugin failed with an unexpected error.",
    sentence: "The plugin failed with an unexpected error.",
  },
} as const satisfies Record<`VC${number}`, CatalogueEntry>;

export type ErrorCode = keyof typeof CATALOGUE;

export function catalogueEntry(code: string | undefined): CatalogueEntry | undefined {
  return code !== undefined && Object.hasOwn(CATALOGUE, code) ? CATALOGUE[code as ErrorCode] : undefined;
}
