/** One kind of problem. `sentence` may contain `{placeholders}`; `explanation` appears in docs/errors.md. */
export interface CatalogueEntry {
  readonly sentence: string;
  readonly explanation: string;
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
  /** The next step after an inconclusive run. @default to run the command again */
  readonly again?: string;
  /** True if the problem already contains the contract's other identifier (address or contract ID). */
  readonly showsOtherForm?: true;
}

/** A usage error that affects some of a run's contracts. None of these contracts were checked. */
const USAGE_ERROR = {
  label: "usage error",
  verdict: "Not checked: usage or configuration error.",
} as const;

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
  VC101: {
    sentence: "No contract was given.",
    explanation: "`verify-contract` needs a contract's address, or its id on a chain with a query service.",
  },
  VC102: {
    sentence: '"{target}" is neither an address nor a contract id.',
    explanation:
      "An address is 0x and 40 hexadecimal digits. A contract id is `shard.realm.number`, or the number alone.",
  },
  VC103: {
    sentence: "The address {target} has a wrong checksum.",
    explanation:
      "The mix of upper and lower case is the address's checksum (EIP-55), which reveals typos. An all-lowercase address is accepted.",
  },
  VC104: {
    ...USAGE_ERROR,
    sentence:
      "The contract id {target} can't be resolved: no query service is configured for chain {chainId}.",
    explanation:
      "Only a query service can resolve a contract id. Give the address, or configure `verifyContract.query`.",
  },
  VC105: {
    sentence: '"{value}" is not a transaction hash.',
    explanation: "A transaction hash is 0x and 64 hexadecimal digits.",
  },
  VC106: {
    sentence: '{option} can\'t be "{value}".',
    explanation: "The option doesn't accept this value. The message lists the accepted values.",
  },
  VC107: {
    sentence: '"{value}" is not a valid report.',
    explanation:
      "`--report` accepts one or more `format=path` values, separated by commas. The message lists the formats.",
  },
  VC108: {
    sentence: "The configuration is wrong.",
    explanation:
      "The message names each wrong key of `verifyContract`, or the wrong environment variable, with the expected value.",
  },
  VC109: {
    ...USAGE_ERROR,
    sentence: "No verification service is configured for chain {chainId}, {kind}.",
    explanation:
      "Development chains (31337, 1337, 298) and Hedera's previewnet (297) have no default, so a missing setting never sends sources to a public server. Set `verifyContract.verification.url`, for example to the URL of the local verification service.",
  },
  VC110: {
    sentence: 'There is no contract "{name}" in the build files.',
    explanation: "The message lists the nearest names in the build files.",
  },
  VC111: {
    sentence: 'There are several contracts named "{name}".',
    explanation: "Give the fully qualified name, `path/to/File.sol:Name`, with `--contract`.",
  },
  VC112: {
    sentence: "The options {options} can't be used together.",
    explanation: "Two options contradict each other.",
  },
  VC113: {
    ...USAGE_ERROR,
    sentence: "A configuration variable can't be read.",
    explanation:
      "A header or network URL uses a variable that is set neither in the environment nor in Hardhat's keystore.",
  },
  VC114: {
    sentence: "A standard JSON input doesn't show which of its contracts is on chain.",
    explanation:
      "An input that was not compiled locally can't be matched to the code on chain. Name the contract with `--contract`.",
  },
  VC115: {
    sentence: "{option} needs {needed}.",
    explanation: "The option requires another option, or a value. The command `merge` requires reports.",
  },
  VC116: {
    sentence: "No node was specified.",
    explanation: "Specify the node with `--rpc-url` (a URL, or an alias in foundry.toml) or `ETH_RPC_URL`.",
  },
  VC117: {
    sentence: "There is no option {option}.",
    explanation:
      "The command doesn't have this option. The message lists the most similar option, or all options.",
  },
  VC118: {
    sentence: "The option {option} applies to one contract, but this run covers several.",
    explanation:
      "`check` accepts this option for a single contract. For several, write the value into a manifest.",
  },
  VC119: {
    sentence: "No configured network matches a chain in the deployment records.",
    explanation:
      "`--all-networks`, and manifests with several chains, need a configured network for a chain in the deployment records. The message lists the records' chains, and the reason why each network was skipped.",
  },
  VC120: {
    ...USAGE_ERROR,
    sentence: "--local works only on development chains, and chain {chainId} isn't one.",
    explanation:
      "The local services support chains 31337, 1337 and 298. On any other chain their records would look like verifications, but disappear when the services stop. Remove `--local`.",
  },
  VC121: {
    ...USAGE_ERROR,
    sentence: "The native binary of {package} is missing.",
    explanation:
      "Hardhat's native binary for this platform, an optional dependency, is missing after `npm install --omit=optional`, because of a known npm bug ([npm/cli#4828](https://github.com/npm/cli/issues/4828)), or if `node_modules` was copied from another platform. Reinstall the packages on this machine.",
  },
  VC201: {
    sentence: "No build files were found.",
    explanation:
      "There are no artifacts to compare with the chain. Compile the project, or pass the build files with `--build-info`.",
  },
  VC202: {
    sentence: "A build file can't be used.",
    explanation: "A build-info or artifact is missing, is not JSON, or has an unknown format.",
  },
  VC203: {
    label: "ambiguous",
    verdict: "Not verified: several contracts compile to the code on chain.",
    sentence: "Several contracts compile to the code on chain, and nothing distinguishes them.",
    explanation:
      "No metadata hash distinguishes them, and no deployment record names the contract. Pass the right name with `--contract`, or take the first by name with `--pick-identical`, which refuses if constructors or libraries differ.",
  },
  VC204: {
    sentence: "The code on chain was not built from {sources}.",
    explanation:
      "No contract in the build files compiles to the code on chain. The message lists the nearest candidates. Usual causes: a different build profile or compiler setting, or sources that changed after the deployment.",
  },
  VC205: {
    sentence: "The contract's imports can't be resolved.",
    explanation:
      "`--sources minimal` sends only the contract's imports, and one of them is missing from the build. Use `--sources auto` or `full`.",
  },
  VC206: {
    sentence: "{address} is a minimal proxy of {implementation}: its standard code has no sources.",
    explanation:
      "No service can verify a minimal proxy (EIP-1167). Its implementation is judged instead; `--follow-proxy` also submits the implementation.",
  },
  VC207: {
    sentence: "The implementation of the minimal proxy {address} is unknown.",
    explanation: "Minimal proxies forward to each other in a cycle, or the chain of proxies is too long.",
  },
  VC208: {
    sentence: "{address} is {name}, which has no sources: the required checks are impossible.",
    explanation:
      "`--require`, `--require-creation` and `--min-match exact_match` require evidence that only a contract with sources can provide. Run this contract without them.",
  },
  VC209: {
    sentence: "{address} is named {name}, but the code there is {found}.",
    explanation:
      "You, a manifest or a deployment record named a contract, but a proxy, a clone or well-known code without sources runs there instead. Correct the name, or omit it.",
  },
  VC210: {
    label: "wrong name",
    verdict: "Not verified: a different contract in the builds is on chain. Nothing was submitted.",
    brief: "Nothing was submitted.",
    sentence: "{address} is {found}, not {name}.",
    explanation:
      "The named contract compiles to the same program, but the metadata hash on chain belongs to another contract in the builds. Submitting the named contract would store a weaker match under the wrong name. Use the right name.",
  },
  VC211: {
    label: "sources differ",
    verdict: "Not verified: the sources are not exactly the deployed ones. Nothing was submitted.",
    brief: "Nothing was submitted.",
    sentence: "{name} has the code on chain, but its sources are not exactly the deployed ones.",
    explanation:
      "The runtime code is the same, but no build has the metadata hash on chain: a comment, a path, a setting or the constructor differs, so no match can be exact. A stored match is permanent, so nothing is sent if the constructor differs, with `--min-match exact_match`, or if you decline. The contract may already have an exact match from the deployed sources. Check out the deployed commit, compile it, and run the command again.",
    exitCode: 1,
  },
  VC220: {
    sentence: "The code has no metadata hash, so no match can be exact.",
    explanation:
      "`verify-contract preflight`: the compiler settings omit the metadata hash (`bytecodeHash: none`) or all CBOR auxdata (`appendCBOR: false`). Services can compare the code, but nothing on chain identifies the sources. Vyper never appends a hash.",
  },
  VC221: {
    sentence: "The build's sources differ from the sources that its code was compiled from.",
    explanation:
      "`verify-contract preflight`: the build file's sources don't match the hashes in the metadata, or don't compile to the build's code. Compile the whole project again.",
  },
  VC222: {
    sentence: "The contract's imports alone compile differently than the whole build.",
    explanation:
      "`verify-contract preflight`: the contract's imports, compiled alone, produce different code or metadata than the whole build because of a compiler bug. A submission then has to disclose all files of the build.",
  },
  VC223: {
    sentence: "The contract's imports can't be followed, so all files of the build would be submitted.",
    explanation:
      "`verify-contract preflight`: a source that the contract imports is missing from the compiler input. All files of the build would be disclosed.",
  },
  VC224: {
    sentence: "A source has an absolute or personal path.",
    explanation:
      "`verify-contract preflight`: the path of a source, or the target of a remapping, is absolute or in a home folder. It would be published. It is also part of the metadata, so a build in another folder can't match exactly.",
  },
  VC225: {
    sentence: "Another contract has the same code, and nothing on chain distinguishes them.",
    explanation:
      "`verify-contract preflight`: two contracts of the build have the same code and no metadata hash. Verifying one needs `--contract`, or a deployment record that names it.",
  },
  VC226: {
    sentence: "The submission is larger than a verification service accepts.",
    explanation:
      "`verify-contract preflight`: Sourcify accepts requests of at most 30 MiB, and answers larger ones with an internal error.",
  },
  VC227: {
    sentence: 'Verification services don\'t support the language "{language}".',
    explanation: "`verify-contract preflight`: Sourcify supports Solidity, Yul, Vyper and Fe.",
  },
  VC228: {
    sentence: "A source is empty. Verification services reject empty sources.",
    explanation: "`verify-contract preflight`: Sourcify rejects an input with an empty source.",
  },
  VC229: {
    sentence: "A verification service's compiler may reject the compiler input.",
    explanation:
      "`verify-contract preflight`: the build uses a development version of the compiler, which services may not have, or a setting that no known version of solc supports.",
  },
  VC230: {
    sentence: "The code exceeds the size limit of EIP-170.",
    explanation:
      "`verify-contract preflight`: the runtime code has more than 24,576 bytes, which Ethereum and most chains reject.",
  },
  VC231: {
    sentence: "The init code exceeds the size limit of EIP-3860.",
    explanation:
      "`verify-contract preflight`: the init code has more than 49,152 bytes, which Ethereum and most chains reject.",
  },
  VC232: {
    sentence: "The compiler rejects the sources.",
    explanation:
      "`verify-contract preflight --compile`: the compiler rejects the build's input, so a service will too. The message quotes the compiler's error.",
  },
  VC233: {
    sentence: "The build contains no deployable contract of this project.",
    explanation:
      "`verify-contract preflight` validates the contracts in the project's source folder that have code, except tests and scripts. Name any other contracts explicitly.",
  },
  VC234: {
    sentence: "Compiler {version} isn't installed, so the match is only predicted.",
    explanation:
      "`verify-contract preflight --compile`: no compiler of this version is installed, so the match is predicted without compiling.",
  },
  VC235: {
    exitCode: 3,
    sentence: "The preflight was stopped before it ended.",
    explanation: "Nothing was sent: a preflight never sends anything. Run the command again.",
  },
  VC236: {
    sentence: "Sources changed since this build.",
    explanation:
      "`verify-contract preflight` validates the build, not the sources on disk, and one of the contract's sources has changed since it was compiled. Compile, then run the preflight again.",
  },
  VC301: {
    sentence: "There is no contract at {address} on chain {chainId}.",
    explanation:
      "Even after a wait, neither the node nor the query service has code there. Usually, the network or the address is wrong. Right after a deployment, use `--wait` to wait longer for a lagging node.",
  },
  VC302: {
    exitCode: 3,
    statusReason: "the node didn't report its chain ID",
    sentence: "The chain can't be reached.",
    explanation: "The network's node sent no usable response.",
  },
  VC303: {
    sentence: "The transaction {hash} did not create {address}.",
    explanation: "The transaction is unknown to the chain, failed, or created a different contract.",
  },
  VC304: {
    sentence: "It is unknown whether {address} is a proxy.",
    explanation: "The node does not return the contract's storage, or the beacon does not respond.",
  },
  VC305: {
    ...USAGE_ERROR,
    sentence:
      "The network {network} should be chain {configuredChainId}, but its node is on chain {chainId}.",
    explanation:
      "`networks.<name>.chainId` in the Hardhat configuration, or `--chain` on the plain command line, differs from the node's chain ID. Nothing was sent.",
  },
  VC306: {
    sentence: "It is unknown whether there is a contract at {address}.",
    explanation:
      "The node has no code there, but the query service lists a contract or did not answer. The node may be lagging. Run the command again later.",
  },
  VC307: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, not a contract.",
    explanation:
      "Hedera manages the token natively. The relay shows a redirect as its code, but there are no sources to verify. Name the contract that creates or manages the token.",
  },
  VC308: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, not a contract.",
    explanation:
      "A scheduled transaction has an address but no sources to verify. Name the contract that it calls.",
  },
  VC309: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, not one of the project's contracts.",
    explanation:
      "The node software itself handles calls to 0x167 to 0x16c, so there are no sources to verify. Name the contract that calls it.",
  },
  VC310: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, not a contract.",
    explanation:
      "The query service shows an account with a key but no code. It is often the deployer's account.",
  },
  VC311: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, not a contract.",
    explanation:
      "The account delegates to a contract (EIP-7702) and has no sources of its own. Verify that contract, or add `--follow-proxy`.",
  },
  VC401: {
    sentence: "The verification service can't be reached.",
    explanation: "All attempts failed. Run the command again later.",
  },
  VC402: {
    sentence: "The verification service refused the request.",
    explanation: "The service returned an error that isn't transient. The message quotes it.",
  },
  VC403: {
    ...USAGE_ERROR,
    sentence: "The verification service does not support chain {chainId}.",
    explanation:
      "The service reports this, or its chain IDs belong to other networks: a Conflux service is only used for eSpace, chains 71 and 1030. Configure another service for this chain.",
  },
  VC404: {
    sentence: "The verification service compiled the input and the code does not match.",
    explanation: "The job ended without a match, although the local build produces the code on chain.",
  },
  VC405: {
    reason: "the service's compiler timed out",
    sentence: "The verification service could not compile the input.",
    explanation:
      "The compiler reported errors, or the service has no such compiler or contract name (exit code 1). If the compiler ran out of time, a run submits once more (exit code 3); after three attempts nothing is sent for an hour.",
  },
  VC406: {
    reason: "the service sent an unexpected response",
    sentence: "The {service} sent an unexpected response.",
    explanation:
      "The response doesn't follow the API, so nothing is concluded from it. If it may be incomplete or come from a gateway, run the command again (exit code 3). Otherwise inform the service's operator, or configure another service.",
  },
  VC407: {
    sentence: "The deadline passed before the run ended.",
    explanation:
      "The message names the service and the step that was waiting. The job may still finish: run the command again, which finds the result or resumes waiting. A job interrupted by a service crash never ends, and blocks other jobs for the contract until the operator ends it.",
  },
  VC408: {
    exitCode: 3,
    label: "stopped",
    reason: "it was stopped",
    isStop: true,
    sentence: "The verification was stopped before it ended.",
    explanation: "Run the command again: it finds the stored result, or resumes waiting.",
  },
  VC409: {
    sentence: "The match is weaker than required.",
    explanation:
      "The stored match, or the one that `--dry-run` predicts, is weaker than `--min-match` or `--require-creation` requires.",
  },
  VC410: {
    reason: "the service reported a failure",
    sentence: "The verification service reported a failure.",
    explanation:
      "The job ended with an error that different input wouldn't fix; the message quotes it. If the service or its node had a problem, run the command again later (exit code 3).",
  },
  VC411: {
    sentence: "The verification service has no record of the contract although it reported success.",
    explanation: "The service reported success but does not return the record, which the cross-check needs.",
  },
  VC412: {
    sentence: "The cross-check failed.",
    explanation: "Evidence contradicts the service's record. The table of checks shows the contradictions.",
  },
  VC413: {
    sentence: "The cross-check could not be completed.",
    explanation: "A service did not answer, so a check could not run. Such a check never counts as passed.",
  },
  VC414: {
    showsOtherForm: true,
    label: "not verified",
    verdict: "Not verified: the verification service has no record of it.",
    sentence: "{address} on chain {chainId} is not verified.",
    explanation:
      "`verify-contract check` submits nothing, and the verification service has no record of the contract.",
  },
  VC415: {
    ...USAGE_ERROR,
    sentence: "There is no Sourcify v2 service at {url}.",
    explanation:
      "Two routes didn't respond like a Sourcify v2 service, the server redirects to another host, or the URL has the wrong scheme. `verifyContract.verification.url` must be the base URL, without `/v2`. Nothing was sent.",
  },
  VC416: {
    sentence: "The verdict is not proven.",
    explanation:
      "Nothing contradicts the record, but a needed claim is open, and running again can't close it. The message names the claim and the evidence it needs.",
  },
  VC417: {
    verdict: "Do not rely on it: the record is invalid.",
    sentence: "The {service} sent an invalid record.",
    explanation:
      "A file or contract in the record has the same name as a property of every JavaScript object, such as `__proto__`. No build has such names, so the record is not used. Inform the service's operator.",
  },
  VC418: {
    label: "not shown",
    reason: "an explorer refused it",
    sentence: "A required explorer doesn't show the contract.",
    explanation:
      "The contract is verified, but an explorer demanded by `--require explorer` refused it, doesn't support the chain, or needs a valid key. The message quotes it. Waiting doesn't help.",
  },
  VC419: {
    label: "not shown yet",
    reason: "an explorer doesn't show it yet",
    sentence: "A required explorer doesn't show the contract yet.",
    explanation:
      "The contract is verified, but an explorer demanded by `--require explorer` is busy, down or rate-limited. Run the command again: it resumes, and submits nothing twice.",
  },
  VC501: {
    sentence: "The query service can't be reached.",
    explanation: "All attempts to resolve the contract id, or Hedera's long-zero address, failed.",
  },
  VC502: {
    sentence: "The query service doesn't know the contract {target}.",
    explanation:
      "The contract id does not exist on this network, or the query service has not imported it yet.",
  },
  VC503: {
    ...USAGE_ERROR,
    sentence: "There is no query service at {url}.",
    explanation:
      "Two routes didn't respond like a query service, or the URL has the wrong scheme. `verifyContract.query.url` must be the base URL, without `/api/v1`. Nothing was sent.",
  },
  VC601: {
    exitCode: 3,
    sentence: "The status service sent no usable response.",
    explanation: "It is unreachable, refused the request, or sent something other than a status.",
  },
  VC602: {
    sentence: "No status service is configured for the network {network}.",
    explanation:
      "Chains 295, 296 and 297 have a default. For all other chains, set `verifyContract.status.url`.",
  },
  VC603: {
    exitCode: 3,
    statusReason: "the command was stopped",
    sentence: "The command was stopped before the status service responded.",
    explanation: "The network's state is unknown. Run the command again.",
  },
  VC604: {
    sentence: "There is no status service at {url}.",
    explanation:
      "Two routes didn't respond like a status service, or the URL has the wrong scheme. `verifyContract.status.url` must be the base URL, without `/api/v2`.",
  },
  VC701: {
    sentence: "This project has no deployments on chain {chainId}.",
    explanation:
      "The message lists the folders of Ignition, hardhat-deploy, Foundry and OpenZeppelin Upgrades that were searched, and the chains found in them.",
  },
  VC702: {
    sentence: "{deployment} is on chain {recordedChainId}, but the network is chain {chainId}.",
    explanation: "Choose the deployment's network with `--network`, or name another deployment.",
  },
  VC703: {
    sentence: 'There is no deployment "{name}".',
    explanation:
      "Give the ID of an Ignition deployment, the network of a hardhat-deploy deployment, or the path of a deployment, a broadcast or a manifest.",
  },
  VC704: {
    sentence: "A deployment record can't be used.",
    explanation:
      "It doesn't exist, isn't in its tool's format, or names no deployed contract. For addresses that no tool recorded, `--write-manifest` writes a manifest.",
  },
  VC705: {
    sentence: "The manifest {file} is wrong.",
    explanation:
      "The message lists each key with a wrong value, and the expected and actual values. See docs/deployments.md.",
  },
  VC706: {
    sentence: "The run ended before it reached this contract.",
    explanation:
      "`--bail` ended the run, or it was stopped. Run the command again: nothing is submitted twice.",
  },
  VC707: {
    sentence: "The report {file} can't be merged.",
    explanation: "`verify-contract merge` accepts the JSON reports of one run's shards.",
  },
  VC708: {
    sentence: "The reports to merge are not from the shards of one run.",
    explanation:
      "All shards of one run have the same command, options, networks, services, commit, version and contracts, and each shard is merged once. The message names both files.",
  },
  VC709: {
    exitCode: 3,
    again: "Run the missing shards, then merge again.",
    sentence: "The report of {missing} is missing.",
    explanation: "A shard of `--shard i/n` has no report, so the result of its contracts is unknown.",
  },
  VC710: {
    sentence: "There is no lock file {file}.",
    explanation: "`lock` writes the lock file into the project's root folder; commit it.",
  },
  VC711: {
    sentence: "The lock file {file} can't be used.",
    explanation:
      "The message names each wrong key. A git merge can leave conflict markers in the file. Each contract has one line, so keep the lines of both sides.",
  },
  VC712: {
    sentence: "{name} differs from the lock file.",
    explanation:
      "The contract, its proxy's targets or its record changed after the file was written, or deployment records name different contracts. Find out who changed it. If it was you, check the contract and accept it with `lock --update <name>`.",
  },
  VC713: {
    exitCode: 3,
    sentence: "Not everything can be locked: {count} of {total} are not verified.",
    explanation:
      "`lock` writes only what a check proves. Verify the contracts first, or use `--allow-unverified`, which marks their entries. The lock file was not changed.",
  },
  VC714: {
    sentence: 'Neither the lock file nor the deployment records name "{name}".',
    explanation:
      "`lock --update` accepts comma-separated names or addresses of contracts in the lock file or in deployment records.",
  },
  VC715: {
    sentence: "The lock file {file} can't be written.",
    explanation: "The message shows the reason. The existing lock file is unchanged.",
  },
  VC717: {
    exitCode: 1,
    sentence: "No configured network serves {chains}, which the lock file lists.",
    explanation:
      "`check --locked` compares every chain in the lock file. Configure a network for each, or name one network.",
  },
  VC716: {
    exitCode: 3,
    sentence: "The lock file {file} was not written: {count} of {total} contracts could not be checked.",
    explanation:
      "A node or a service didn't answer, so these contracts may or may not be verified. The lock file was not changed; run the command again.",
  },
  VC801: {
    sentence: "{path} can't be written.",
    explanation:
      "The file can't be created, or the existing file isn't an earlier report. A report replaces only an empty file or a report in the same format.",
  },
  VC802: {
    sentence: "{file} is not an evidence file.",
    explanation:
      "`replay` reads files written by `--evidence`. The message names the reason; see schemas/verify-contract-evidence-3.schema.json.",
  },
  VC803: {
    sentence: "{file} is evidence in another version's format.",
    explanation: "Another version of this tool wrote the file. Replay it with that version.",
  },
  VC804: {
    sentence: "{file} ends too early.",
    explanation: "The last line is missing: the file was copied incompletely, or its run was killed.",
  },
  VC805: {
    exitCode: 1,
    sentence: "{file} was changed after it was written.",
    explanation:
      "A line can't be read, or a hash doesn't match its content. The message shows where. Don't rely on the file: get it again from its source.",
  },
  VC806: {
    sentence: "{file} is too large to be evidence.",
    explanation: "`replay` limits the file size, so a hostile file can't exhaust the memory.",
  },
  VC807: {
    exitCode: 1,
    sentence: "The evidence contains no answer to this question: {question}.",
    explanation:
      "The replay needs an answer that the recorded run didn't request. Another version of this tool wrote the file, or someone changed it and its hashes.",
  },
  VC808: {
    exitCode: 1,
    sentence: "The replay's result differs from the evidence.",
    explanation:
      "The answers in the file don't produce the recorded result. Another version of this tool wrote it, or someone changed it and its hashes.",
  },
  VC809: {
    exitCode: 1,
    sentence: "The node's answers differ from the evidence.",
    explanation:
      "`replay` requested the code and the creating transaction from a node. The chain is different, the contract changed, or the evidence is false. The message shows the first difference.",
  },
  VC901: {
    sentence: "The local services need packages that aren't installed: {packages}.",
    explanation: "The local services use optional peer dependencies. The message shows how to install them.",
  },
  VC902: {
    sentence: "The local services can't listen on port {port}.",
    explanation: "Choose another port with the port options, or 0 for any free port.",
  },
  VC903: {
    sentence: "The local services need the URL of a development chain.",
    explanation:
      "The local services read a running node. Name a network with a URL, such as `--network localhost`.",
  },
  VC904: {
    sentence: "The local services can't reach the chain.",
    explanation: "Start the node first, for example with Hardhat's task `node`.",
  },
  VC905: {
    ...USAGE_ERROR,
    sentence: "No local services are running for this chain.",
    explanation:
      "`check --local` reads the records of a running `serve`; services that were started for a single run drop their records when it ends. Start `serve`, verify, then check.",
  },
  VC999: {
    exitCode: 1,
    verdict: "Not proven: the plugin failed with an unexpected error.",
    brief: "The plugin failed with an unexpected error.",
    sentence: "The plugin failed with an unexpected error.",
    explanation:
      "This is a bug in the plugin. The message shows the error, its location in the code, and the submissions so far. Report it with the whole message.",
  },
} as const satisfies Record<`VC${number}`, CatalogueEntry>;

export type ErrorCode = keyof typeof CATALOGUE;

export function catalogueEntry(code: string | undefined): CatalogueEntry | undefined {
  return code !== undefined && Object.hasOwn(CATALOGUE, code) ? CATALOGUE[code as ErrorCode] : undefined;
}
