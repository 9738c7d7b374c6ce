/** One kind of problem. `sentence` may have `{placeholders}`; `explanation` is for docs/errors.md. */
export interface CatalogueEntry {
  readonly sentence: string;
  readonly explanation: string;
  /** The exit code of a run whose report has it: 1 look at it, 3 run it again. @default 2 */
  readonly exitCode?: 1 | 3;
  /** The label of a contract that ends with it. @default its outcome's */
  readonly label?: string;
  /** The verdict on such a contract. @default its outcome's */
  readonly verdict?: string;
  /** The rest of the verdict beside the problem. @default `verdict` */
  readonly brief?: string;
  /** Why a verdict can't tell, in a few words. */
  readonly reason?: string;
  /** Why nothing is known of a network's status, in a few words. */
  readonly statusReason?: string;
  /** The user ended the run. */
  readonly isStop?: true;
  /** The next step after an inconclusive run. @default running it again */
  readonly again?: string;
  /** The problem names the contract's other form. */
  readonly saysOtherForm?: true;
}

/** Wrong use of some contracts of a run is their outcome: none of them was looked at. */
const WRONG_USE = {
  label: "wrong use",
  verdict: "Not looked at, because of wrong use or configuration.",
} as const;

const NO_CONTRACT = {
  label: "no contract",
  verdict: "Nothing to verify: there is no contract. Nothing was submitted.",
  brief: "Nothing was submitted.",
} as const;

/**
 * Every code, by stage: 1xx use and configuration, 2xx build, 3xx chain, 4xx verification service, 5xx query
 * service, 6xx status service, 7xx deployments and journal, 8xx reports, 9xx local services and, as VC999, a mistake of this program.
 * docs/errors.md is generated from this table. A code never changes its meaning.
 */
export const CATALOGUE = {
  VC101: {
    sentence: "No contract was given.",
    explanation:
      "`verify-contract` needs the address of a contract, or its id on a chain that has a query service.",
  },
  VC102: {
    sentence: '"{target}" is neither an address nor a contract id.',
    explanation:
      "An address is 0x and 40 hexadecimal digits. A contract id is `shard.realm.number`, or the number alone, each part 1 to 10 digits.",
  },
  VC103: {
    sentence: "The address {target} has a wrong checksum.",
    explanation:
      "The upper and lower case letters of an address are its checksum (EIP-55), which reveals a mistyped digit. An address in lower case has no checksum and is accepted.",
  },
  VC104: {
    ...WRONG_USE,
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
    explanation: "The option does not take this value. The message lists the values that it takes.",
  },
  VC107: {
    sentence: '"{value}" is not a valid report.',
    explanation:
      "`--report` takes `format=path`, or several of them separated by commas. The message lists the formats.",
  },
  VC108: {
    sentence: "The configuration is wrong.",
    explanation:
      "The message names each wrong key of `verifyContract` in the configuration, the expected value and the actual one.",
  },
  VC109: {
    ...WRONG_USE,
    sentence: "No verification service is configured for chain {chainId}, {kind}.",
    explanation:
      "The development chains 31337, 1337 and 298 have no default, so that a missing setting never sends sources to a public server. Hedera's previewnet (297) has none either, because the public service does not list it. Set `verifyContract.verification.url` to a service of your own, for example the local services.",
  },
  VC110: {
    sentence: 'There is no contract "{name}" in the build files.',
    explanation:
      "`--contract` names a contract that is not in the build files. The message lists the nearest names.",
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
    ...WRONG_USE,
    sentence: "A configuration variable can't be read.",
    explanation:
      "A header or the URL of a network uses a configuration variable, or an alias of foundry.toml a variable of the environment. Neither the environment nor, in Hardhat, the keystore has its value.",
  },
  VC114: {
    sentence: "A standard JSON input does not say which of its contracts is on chain.",
    explanation:
      "`--std-json-input` submits an input that was not compiled here, so the code on chain can't identify the contract. Name it with `--contract`.",
  },
  VC115: {
    sentence: "{option} needs {needed}.",
    explanation:
      "The option works only together with another one, or with a value; the command `merge` only with reports.",
  },
  VC116: {
    sentence: "No node was named.",
    explanation:
      "The command line asks a node for the code on chain. Name it with `--rpc-url`, a URL or an alias of `rpc_endpoints` in foundry.toml, or set `ETH_RPC_URL`.",
  },
  VC117: {
    sentence: "There is no option {option}.",
    explanation: "The command does not have this option. The message names the nearest one, or all of them.",
  },
  VC118: {
    sentence: "The option {option} is for one contract, and this run is over several.",
    explanation:
      "`check` takes this option beside one address or contract id alone. In a run over several contracts, a manifest has such a value for each of them.",
  },
  VC119: {
    sentence: "No configured network is of a chain that the deployment records name.",
    explanation:
      "`--all-networks`, and a manifest of several chains, take the networks of the configuration whose chains the deployment records name, one network a chain, without development chains. The message lists the chains of the records, and why networks were left out, such as for a variable that is not set.",
  },
  VC120: {
    ...WRONG_USE,
    sentence: "--local is for development chains, and chain {chainId} is none.",
    explanation:
      "`--local` uses the local services, which serve the chains 31337, 1337 and 298. On any other chain a record of theirs would look like a verification, and end with them. Leave `--local` out.",
  },
  VC201: {
    sentence: "No build files were found.",
    explanation:
      "There are no artifacts to compare with the chain. Compile the project, or name the build files with `--build-info`.",
  },
  VC202: {
    sentence: "A build file can't be used.",
    explanation: "A build-info or artifact is missing, is not JSON, or has an unknown format.",
  },
  VC203: {
    label: "ambiguous",
    verdict: "Not verified: several contracts compile to the code on chain.",
    sentence: "Several contracts compile to the code on chain, and nothing tells them apart.",
    explanation:
      "Their code is identical, no metadata hash distinguishes them, and no deployment record names the contract. Name the right one with `--contract`, or let `--pick-identical` take the first by name, the project's own before its packages': each of them compiles to the code on chain. It picks none where constructors or libraries differ, because only one of them was deployed.",
  },
  VC204: {
    sentence: "The code on chain was not built from the sources in {where}.",
    explanation:
      "No contract in the build files compiles to the code on chain. The message lists the nearest candidates and their differences. Common causes: another build profile, other compiler settings, or sources that changed after the deployment.",
  },
  VC205: {
    sentence: "The contract's imports can't be resolved.",
    explanation:
      "`--sources minimal` sends only the sources that the contract imports, and the build lacks one of them. Use `--sources auto` or `full`.",
  },
  VC206: {
    sentence: "{address} is a minimal proxy of {implementation}: its standard code has no sources.",
    explanation:
      "A minimal proxy (EIP-1167) only forwards calls, and no service can verify its code. What it runs is looked at instead; `--follow-proxy` also submits that.",
  },
  VC207: {
    sentence: "The implementation of the minimal proxy {address} is unknown.",
    explanation:
      "`--follow-proxy` followed minimal proxies without reaching an implementation: they forward to each other in a circle, or the chain of proxies is too long.",
  },
  VC208: {
    sentence: "{address} is {name}, which has no sources: the demanded checks are impossible.",
    explanation:
      "A known code without sources is no failure by itself. But `--require`, `--require-creation` and `--min-match exact_match` demand evidence that only a contract with sources can have. Run this contract without these options.",
  },
  VC209: {
    sentence: "{address} is named {name}, but what runs there is {found}.",
    explanation:
      "You, a manifest, or the deployment record of this creation names a contract there. At the address is a proxy, a clone or a well-known code without sources, and neither it nor what it runs is this contract. Correct the name, or leave the contract out.",
  },
  VC210: {
    label: "wrong name",
    verdict: "Not verified: another contract of the builds is on chain. Nothing was submitted.",
    brief: "Nothing was submitted.",
    sentence: "{address} is {found}, not {name}.",
    explanation:
      "`--contract`, or the `contract` of a manifest, names a contract that compiles to the same program. But another one of the builds has the metadata hash that is on chain, so it is the one that was deployed. Submitting the named one would store a weaker match, under a wrong name. Use the right name; no option overrides this.",
  },
  VC211: {
    label: "not as deployed",
    verdict: "Not verified: the sources are not exactly those that were deployed. Nothing was submitted.",
    brief: "Nothing was submitted.",
    sentence: "{name} has the code on chain, but its sources are not exactly those that were deployed.",
    explanation:
      "The program is the same, and the metadata hash on chain is of no build here: a comment, a path or a setting is not what was deployed, so that no match can be exact. A stored match lasts, so nothing is sent with `--min-match exact_match` (or `minMatch`), and where you answered no. Check out the deployed commit, compile it, and run the command again. By default a run without a terminal submits such a contract, with a warning.",
    exitCode: 1,
  },
  VC220: {
    sentence: "The code has no metadata hash, so no match can be exact.",
    explanation:
      "`verify-contract preflight`: the compiler was told to append no hash of the metadata (`bytecodeHash: none`), or no CBOR auxdata at all (`appendCBOR: false`). A service can then compare the code, but the code has no hash of its sources. Vyper never appends one.",
  },
  VC221: {
    sentence: "The build's sources are not those that its code was compiled from.",
    explanation:
      "`verify-contract preflight`: the build file's sources have other hashes than the metadata of the code, or compile to other code here. What a verification service would find is unknown. Compile the whole project again.",
  },
  VC222: {
    sentence: "What the contract imports gives something else than the whole build.",
    explanation:
      "`verify-contract preflight`: the sources that the contract imports, compiled alone, give other code or other metadata than all files of the build together. Some compilers have such a bug. A submission then needs all files of the build, which are disclosed.",
  },
  VC223: {
    sentence: "The contract's imports can't be followed, so all files of the build would be submitted.",
    explanation:
      "`verify-contract preflight`: a source that the contract imports is missing from the compiler input, or has another name there. All files of the build would be disclosed.",
  },
  VC224: {
    sentence: "A source has an absolute or personal path.",
    explanation:
      "`verify-contract preflight`: the path of a source, or the target of a remapping, is absolute or leads into someone's home folder. It would be published with the sources. It is part of the metadata, too: a build in another folder has another hash, so a match from there is not exact.",
  },
  VC225: {
    sentence: "Another contract has the same code, and nothing on chain tells them apart.",
    explanation:
      "`verify-contract preflight`: two contracts of the build have the same code under two names, and no metadata hash. Once one of them is deployed, the code does not say which, so verifying it needs `--contract`, or a deployment record that names it.",
  },
  VC226: {
    sentence: "The submission is larger than a verification service takes.",
    explanation:
      "`verify-contract preflight`: Sourcify takes requests of at most 30 MiB, and answers larger ones with an internal error.",
  },
  VC227: {
    sentence: 'A verification service does not take the language "{language}".',
    explanation: "`verify-contract preflight`: Sourcify takes Solidity, Yul, Vyper and Fe.",
  },
  VC228: {
    sentence: "A source is empty, which a verification service refuses.",
    explanation:
      "`verify-contract preflight`: Sourcify refuses a standard JSON input in which a source has no content, although compilers accept it.",
  },
  VC229: {
    sentence: "The compiler input has what a verification service's compiler may refuse.",
    explanation:
      "`verify-contract preflight`: a development version of the compiler, which services may not have, or a setting that no known version of solc has. A service compiles with the compiler's own release.",
  },
  VC230: {
    sentence: "The code is larger than chains with EIP-170 deploy.",
    explanation:
      "`verify-contract preflight`: the runtime code has more than 24,576 bytes. Ethereum and most chains refuse its deployment; some have another limit.",
  },
  VC231: {
    sentence: "The init code is larger than chains with EIP-3860 take.",
    explanation:
      "`verify-contract preflight`: the init code has more than 49,152 bytes, even without constructor arguments. Ethereum and most chains refuse its deployment; some have another limit.",
  },
  VC232: {
    sentence: "The compiler rejects the sources.",
    explanation:
      "`verify-contract preflight --compile`: the compiler of this version does not compile the build's input, so a service's compiler won't either. The message quotes it.",
  },
  VC233: {
    sentence: "The build has no contract of this project to deploy.",
    explanation:
      "`verify-contract preflight` looks at contracts below the project's folder of sources that have code: no interfaces and no abstract contracts, and without tests, scripts and dependencies, which the message counts. Name contracts to look at others.",
  },
  VC234: {
    sentence: "There is no compiler {version} here, so the match is predicted.",
    explanation:
      "`verify-contract preflight --compile`: no compiler of this version is at hand, and nothing is downloaded. The report says of each contract how its match is known.",
  },
  VC235: {
    sentence: "The preflight was stopped before it ended.",
    explanation: "Nothing was sent: a preflight never does. Run the command again.",
  },
  VC301: {
    sentence: "There is no contract at {address} on chain {chainId}.",
    explanation:
      "The chain has no code at the address, even after a wait, and the query service knows none either, if there is one; what it knows does not count for a chain inside this process. Often the network or the address is wrong. Right after a deployment, `--wait` waits longer for a node that lags.",
  },
  VC302: {
    exitCode: 3,
    statusReason: "the node did not report its chain id",
    sentence: "The chain can't be reached.",
    explanation: "The node of the Hardhat network did not give a usable answer.",
  },
  VC303: {
    sentence: "The transaction {hash} did not create {address}.",
    explanation: "The chain does not know this transaction, or it failed, or it created another contract.",
  },
  VC304: {
    sentence: "It is unknown whether {address} is a proxy.",
    explanation:
      "`--follow-proxy` needs the implementation, but the node does not return the contract's storage, or the beacon does not answer.",
  },
  VC305: {
    ...WRONG_USE,
    sentence:
      "The network {network} should be chain {configuredChainId}, but its node is on chain {chainId}.",
    explanation:
      "`networks.<name>.chainId` in the Hardhat configuration, or `--chain` of the plain command line, differs from the node's chain id. Hardhat refuses every call to such a node (HHE708, in Hardhat 2 HH101). Nothing was sent.",
  },
  VC306: {
    sentence: "It is unknown whether there is a contract at {address}.",
    explanation:
      "The node has no code at the address, but the query service knows a contract there, or does not answer. A node answers so while it lags, or while the service that it reads from fails. Run the command again later.",
  },
  VC307: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, and no contract.",
    explanation:
      "A token of Hedera's token service (HTS) is kept by the network itself. Its address answers calls, and the relay shows 23 bytes or a fixed redirect as its code, but it has no sources to verify. Name the contract that creates or manages the token. In a deployment a token is listed and skipped.",
  },
  VC308: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, and no contract.",
    explanation:
      "A scheduled transaction has an address and, at newer relays, 23 bytes of code, but no sources to verify. Name the contract that it calls. In a deployment it is listed and skipped.",
  },
  VC309: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, and no contract of a project.",
    explanation:
      "The network's software answers at the addresses 0x167 to 0x16c: there are no sources to verify. Name the contract that calls it. In a deployment it is listed and skipped.",
  },
  VC310: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, and no contract.",
    explanation:
      "The query service knows an account there, which has a key and no code. Often it is the deployer's. In a deployment it is listed and skipped; an account without a key is not, because a contract may still be created there.",
  },
  VC311: {
    ...NO_CONTRACT,
    sentence: "{target} is {name}, and no contract.",
    explanation:
      "The account delegates to a contract (EIP-7702), and has no sources of its own. Verify the contract whose code it runs; `--follow-proxy` does that too. In a deployment the account is listed and skipped.",
  },
  VC401: {
    sentence: "The verification service can't be reached.",
    explanation: "All attempts failed. Run the command again later.",
  },
  VC402: {
    sentence: "The verification service refused the request.",
    explanation: "The service answered with an error that is not transient. The message quotes it.",
  },
  VC403: {
    ...WRONG_USE,
    sentence: "The verification service does not support chain {chainId}.",
    explanation:
      "It says so itself (`unsupported_chain`, `invalid_chain_id`), or it is a service whose ids are other networks': a Conflux service is used for its eSpace, chains 71 and 1030, alone. Configure another verification service for this chain.",
  },
  VC404: {
    sentence: "The verification service compiled the input and the code does not match.",
    explanation:
      "The job ended without a match, although the local build fits the code on chain, or after a second input was tried.",
  },
  VC405: {
    reason: "the service did not compile it in its time",
    sentence: "The verification service could not compile the input.",
    explanation:
      "The job ended with the compiler's errors, or the service lacks the compiler or the contract's name (exit code 1). The message quotes the service and the compiler. A compiler that ran out of the service's time gets one more submission a run (exit code 3); after three, nothing is sent for an hour (exit code 1).",
  },
  VC406: {
    reason: "the service answered something unexpected",
    sentence: "The {service} answered something unexpected.",
    explanation:
      "The answer does not follow the service's interface, so nothing is concluded from it. If it may be a gateway's or incomplete, run the command again (exit code 3). A complete answer of the wrong form would come again (exit code 1): tell the service's operator, or configure another service.",
  },
  VC407: {
    sentence: "The deadline passed before the run ended.",
    explanation:
      "The message names the service, the step that was waiting, and the submission if there is one. The job may still finish: run the command again, and it finds the stored result or resumes waiting. A job that a crash of the service interrupted never ends; it blocks all other jobs for the contract until the service's operator ends it. The run says so of a job that is pending for ten minutes, or for two minutes after the run that started it.",
  },
  VC408: {
    exitCode: 3,
    label: "stopped",
    reason: "it was stopped",
    isStop: true,
    sentence: "The verification was stopped before it ended.",
    explanation:
      "The job continues at the service. Run the command again: it finds the stored result, or resumes waiting.",
  },
  VC409: {
    sentence: "The stored match is weaker than required.",
    explanation: "The contract is verified, but `--min-match` or `--require-creation` requires more.",
  },
  VC410: {
    reason: "the service reported a failure",
    sentence: "The verification service reported a failure.",
    explanation:
      "The job ended with an error that another input would not fix. The message quotes it. If the service or its node had a problem, run the command again later (exit code 3). A code that no known service documents is shown with the service's own words (exit code 1).",
  },
  VC411: {
    sentence: "The verification service has no record of the contract although it reported success.",
    explanation: "The service reported a result but does not return it. The cross-check needs the record.",
  },
  VC412: {
    sentence: "The cross-check failed.",
    explanation:
      "The service has a record of the contract, but other evidence contradicts it. The table of checks says which.",
  },
  VC413: {
    sentence: "The cross-check could not be completed.",
    explanation:
      "At least one check could not run, because a service did not answer. Such a check never counts as passed.",
  },
  VC414: {
    saysOtherForm: true,
    label: "not verified",
    verdict: "Not verified: the verification service has no record of it.",
    sentence: "{address} on chain {chainId} is not verified.",
    explanation:
      "`verify-contract check` submits nothing, and the verification service has no record of the contract.",
  },
  VC415: {
    ...WRONG_USE,
    sentence: "There is no Sourcify v2 service at {url}.",
    explanation:
      "Two routes of such a service did not answer as expected, or a record was answered with another code than the interface has, so another program runs at this URL. Or the server redirects to another host, to which nothing is sent, or speaks https where the URL says http, or the reverse. Check `verifyContract.verification.url`; it is the base URL, without `/v2`. Nothing was sent.",
  },
  VC416: {
    sentence: "The verdict is not proven.",
    explanation:
      "The service has a record of the contract and nothing contradicts it, but a needed claim is open, and running again can't close it. The message names the claim and what closes it.",
  },
  VC417: {
    verdict: "Do not rely on it: the record is invalid.",
    sentence: "The {service} sent an invalid record.",
    explanation:
      "The record names a file or a contract `__proto__`, `constructor`, `toString` or like another member of every JavaScript object. No build has such names, and programs that read the record could mistake them. Nothing of the record is used. Tell the service's operator.",
  },
  VC418: {
    label: "not shown",
    reason: "an explorer refused it",
    sentence: "An explorer that has to show the contract doesn't.",
    explanation:
      "The contract is verified, and `--require explorer` requires that each explorer shows it. One refused it, or can't be asked: a key is missing or invalid, or it doesn't have the chain. The message quotes it. Waiting doesn't help.",
  },
  VC419: {
    label: "not shown yet",
    reason: "an explorer doesn't show it yet",
    sentence: "An explorer that has to show the contract doesn't yet.",
    explanation:
      "The contract is verified, and `--require explorer` requires that each explorer shows it. One is busy, down, at a daily limit, or still works. Run the command again: it resumes what was submitted, and submits nothing twice.",
  },
  VC501: {
    sentence: "The query service can't be reached.",
    explanation:
      "The contract id, or the long-zero address of Hedera, could not be resolved to the contract's own address: all attempts failed.",
  },
  VC502: {
    sentence: "The query service does not know the contract {target}.",
    explanation:
      "The contract id does not exist on this network, or the query service has not imported it yet.",
  },
  VC503: {
    ...WRONG_USE,
    sentence: "There is no query service at {url}.",
    explanation:
      "Two routes of such a service did not answer as expected, so another program runs at this URL. Or the server speaks https where the URL says http, or the reverse. Check `verifyContract.query.url`; it is the base URL, without `/api/v1`. Nothing was sent.",
  },
  VC601: {
    sentence: "The status service gave no usable answer.",
    explanation:
      "It is unreachable, refused the request, did not answer in time, or sent something other than a status. The state of the network is unknown.",
  },
  VC602: {
    sentence: "No status service is configured for the network {network}.",
    explanation:
      "The chains 295, 296 and 297 have a default. For any other, set `verifyContract.status.url`, or that of the chain under `verifyContract.chains`.",
  },
  VC603: {
    statusReason: "the command was stopped",
    sentence: "The command was stopped before the status service answered.",
    explanation: "The state of the network is unknown. Run the command again.",
  },
  VC604: {
    sentence: "There is no status service at {url}.",
    explanation:
      "Two routes of such a service did not answer as expected, so another program runs at this URL. Or the server speaks https where the URL says http, or the reverse. Check `verifyContract.status.url`; it is the base URL, without `/api/v2`.",
  },
  VC701: {
    sentence: "This project has no deployments on chain {chainId}.",
    explanation:
      "Without arguments, `verify-contract deployments` and `verify-contract check` read the deployment records of Ignition, hardhat-deploy, Foundry and OpenZeppelin Upgrades, and take those on the network's chain. The message lists the searched folders and the chains found in them.",
  },
  VC702: {
    sentence: "{deployment} is on chain {recordedChainId}, but the network is chain {chainId}.",
    explanation:
      "A deployment can only be verified on its own chain. Choose the network with `--network`, or name another deployment.",
  },
  VC703: {
    sentence: 'There is no deployment "{name}".',
    explanation:
      "An argument of `verify-contract deployments`, and a target of `check` other than a contract, is the id of an Ignition deployment, the network name of a hardhat-deploy deployment, or the path of a deployment, a broadcast or a manifest.",
  },
  VC704: {
    sentence: "A deployment record can't be used.",
    explanation:
      "The deployment record is missing, does not have its tool's format, or names no deployed contract. The message names the file and the problem. For a list of addresses that no tool wrote, `--write-manifest` writes a manifest.",
  },
  VC705: {
    sentence: "The manifest {file} is wrong.",
    explanation:
      "The message names each wrong key, the expected value and the actual one. See docs/deployments.md and its JSON Schemas in schemas/.",
  },
  VC706: {
    sentence: "The run ended before it reached this contract.",
    explanation:
      "`--bail` ended the run at the first failing contract, or the run was stopped. Run the command again: finished contracts are not submitted again.",
  },
  VC707: {
    sentence: "The report {file} can't be merged.",
    explanation:
      "`verify-contract merge` takes the JSON reports of the shards of one run. The message says what is wrong with the file.",
  },
  VC708: {
    sentence: "The reports to merge are not the shards of one run.",
    explanation:
      "Two reports differ in something that all shards of one run share (command, options, networks, services, commit, version, contracts), or are of the same shard. The message names both files.",
  },
  VC709: {
    exitCode: 3,
    again: "Run the missing shards, then merge again.",
    sentence: "The report of {missing} is missing.",
    explanation: "A shard of `--shard i/n` has no report, so the result of its contracts is unknown.",
  },
  VC710: {
    sentence: "There is no lock file {file}.",
    explanation:
      "`check --locked` compares with the lock file in the project's root folder. `lock` writes it; commit it to the repository.",
  },
  VC711: {
    sentence: "The lock file {file} can't be used.",
    explanation:
      "The message names each wrong key, the expected value and the actual one; see schemas/verify-contract-lock-1.schema.json. A merge of two branches can leave its marks in the file: each contract has one line, so take the lines of both.",
  },
  VC712: {
    sentence: "{name} is not as locked.",
    explanation:
      "The contract, its proxy's targets or its record changed since the lock file was written, or deployment records and lock file name different contracts. Find out who changed it. If it was you, check the contract again and accept it with `lock --update <name>`.",
  },
  VC713: {
    exitCode: 3,
    sentence: "Not everything can be locked: {count} of {total} are not verified.",
    explanation:
      "`lock` writes only what a check proves. Verify the contracts first, or lock them all the same with `--allow-unverified`, which says so in each entry. The lock file was not changed.",
  },
  VC714: {
    sentence: 'Neither the lock file nor the deployment records name "{name}".',
    explanation:
      "`lock --update` takes names of contracts in the lock file or in a deployment record, or their addresses, comma-separated.",
  },
  VC715: {
    sentence: "The lock file {file} can't be written.",
    explanation: "The message names the reason. The lock file that was there is unchanged.",
  },
  VC717: {
    exitCode: 1,
    sentence: "No configured network serves {chains}, which the lock file names.",
    explanation:
      "`check --locked` compares every chain of the lock file, without development chains. Configure a network of each, or name one network to narrow the run.",
  },
  VC716: {
    exitCode: 3,
    sentence: "The lock file {file} was not written: {count} of {total} contracts could not be checked.",
    explanation:
      "A node or a service gave no answer, so it is not known whether these contracts are verified. `--allow-unverified` does not lock them either. The lock file was not changed; run it again.",
  },
  VC801: {
    sentence: "{path} can't be written.",
    explanation:
      "The file could not be created or written, or a file is there that is not an earlier report. A report replaces an empty file, and one of its own format, by the end of its name (`.json`, `.xml`, `.md`, `.html`) and its first lines.",
  },
  VC802: {
    sentence: "{file} is not an evidence file.",
    explanation:
      "`replay` reads a file that `--evidence` wrote. The message names the reason; see schemas/verify-contract-evidence-3.schema.json.",
  },
  VC803: {
    sentence: "{file} is evidence in another version's format.",
    explanation:
      "Another version of this tool wrote the file, in a format that this version does not know. Replay it with that version.",
  },
  VC804: {
    sentence: "{file} ends too early.",
    explanation:
      "The last line of an evidence file is missing: the file was not copied as a whole, or the run that wrote it was killed.",
  },
  VC805: {
    exitCode: 1,
    sentence: "{file} was changed after it was written.",
    explanation:
      "A line of the evidence file can't be read, or a hash in it does not fit its content: the file is damaged, or somebody changed it. The message names the first place. Nothing in the file can be relied on: get it again from where it was written.",
  },
  VC806: {
    sentence: "{file} is too large to be evidence.",
    explanation:
      "`replay` limits the file, its lines and its texts, so that a hostile file can't fill the memory. The evidence of 2,000 contracts has less than 200 MB.",
  },
  VC807: {
    exitCode: 1,
    sentence: "The evidence lacks an answer: {question}.",
    explanation:
      "The replay asked something that the recorded run did not ask. Somebody changed the file and computed its hashes anew, or another version of this tool wrote it: the message says which.",
  },
  VC808: {
    exitCode: 1,
    sentence: "The replay comes to another result than the evidence states.",
    explanation:
      "What the file states as result does not follow from the answers in it. Somebody changed the file and computed its hashes anew, or another version of this tool wrote it: the message says which.",
  },
  VC809: {
    exitCode: 1,
    sentence: "The node answers otherwise than the evidence says.",
    explanation:
      "With `replay --network` (`--rpc-url` for the plain command line) the node was asked for the code and the creating transaction. The message names the first answer that differs: the chain is another one, the contract changed, or the evidence is not true.",
  },
  VC901: {
    sentence: "The local services need a package that is not installed: {package}.",
    explanation:
      "The embedded verification service uses optional peer dependencies. The message shows the command that installs them.",
  },
  VC902: {
    sentence: "The local services can't listen on port {port}.",
    explanation:
      "Another program uses the port. Choose another one with the port options, or 0 for any free port.",
  },
  VC903: {
    sentence: "The local services need the URL of a development chain.",
    explanation:
      "The local services read code and transactions from a running node. Name a network with a URL, for example `--network localhost`.",
  },
  VC904: {
    sentence: "The local services can't reach the chain.",
    explanation:
      "The node behind the local services did not answer. Start it first, for example with Hardhat's task `node`.",
  },
  VC905: {
    ...WRONG_USE,
    sentence: "No local services are running for this chain.",
    explanation:
      "`check --local` looks at the records of a running `serve`, at its usual port or at the URL on this computer that the configuration names. Records of services that were started for one run have ended with it. Start `serve`, verify, then check.",
  },
  VC999: {
    exitCode: 1,
    verdict: "Not proven: the plugin failed with an unforeseen error.",
    brief: "The plugin failed with an unforeseen error.",
    sentence: "The plugin failed with an unforeseen error.",
    explanation:
      "This is a mistake in the plugin. The message names the error, its place in the code, and what was sent until then: the submissions, their jobs and the journal. Report it with the whole message. In a run over deployments, the other contracts are not affected.",
  },
} as const satisfies Record<`VC${number}`, CatalogueEntry>;

/** A stable error code. */
export type ErrorCode = keyof typeof CATALOGUE;

/** The row of a code; undefined for one that this version does not know. */
export function catalogueEntry(code: string | undefined): CatalogueEntry | undefined {
  return code !== undefined && Object.hasOwn(CATALOGUE, code) ? CATALOGUE[code as ErrorCode] : undefined;
}
