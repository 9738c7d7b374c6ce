/** One kind of problem. `sentence` may have `{placeholders}`; `explanation` is for docs/errors.md. */
interface CatalogueEntry {
  readonly sentence: string;
  readonly explanation: string;
}

/**
 * Every code, by stage: 1xx use and configuration, 2xx build, 3xx chain, 4xx verification service, 5xx query
 * service, 6xx status service, 7xx deployments and journal, 8xx reports, 9xx local services.
 * docs/errors.md is generated from this table; a code is never used again for something else.
 */
export const CATALOGUE = {
  VC101: {
    sentence: "No contract was named.",
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
      "Upper and lower case in an address are its checksum (EIP-55), so a mistyped digit is found. All lower case is accepted without one.",
  },
  VC104: {
    sentence:
      "The contract id {target} can't be resolved: no query service is configured for chain {chainId}.",
    explanation:
      "A contract id is looked up at the query service. Give the address, or configure `verifyContract.query`.",
  },
  VC105: {
    sentence: '"{value}" is not a transaction hash.',
    explanation: "A transaction hash is 0x and 64 hexadecimal digits.",
  },
  VC106: {
    sentence: '{option} can\'t be "{value}".',
    explanation: "An option was given a value that it does not take. The message lists those it takes.",
  },
  VC107: {
    sentence: '"{value}" is not a report that can be written.',
    explanation: "`--report` takes `format=path`, several with commas; the formats are in the message.",
  },
  VC108: {
    sentence: "The configuration is wrong.",
    explanation:
      "The message names each key of `verifyContract` in the Hardhat configuration that is wrong, what was expected and what was got.",
  },
  VC109: {
    sentence: "No verification service is configured for chain {chainId}, a development chain.",
    explanation:
      "Sources never go to a public server because a setting was missing, so the development chains 31337, 1337 and 298 have no default. Set `verifyContract.verification.url`, for example to the local services.",
  },
  VC110: {
    sentence: 'There is no contract "{name}" in the build files.',
    explanation: "`--contract` names a contract that was not compiled. The message lists the nearest names.",
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
    sentence: "A configuration variable can't be read.",
    explanation:
      "A header is a Hardhat configuration variable whose value could not be got from the environment or the keystore.",
  },
  VC114: {
    sentence: "A standard JSON input does not say which of its contracts is on chain.",
    explanation:
      "With `--std-json-input` nothing is compiled before it is submitted, so the contract can't be found by its code. Name it with `--contract`.",
  },
  VC115: {
    sentence: "{option} needs {needed}.",
    explanation: "An option was given that only makes sense together with another one.",
  },
  VC201: {
    sentence: "No build files were found.",
    explanation:
      "There are no artifacts to compare with the chain. Compile the project, or name the build files with `--build-info`.",
  },
  VC202: {
    sentence: "A build file can't be used.",
    explanation: "A build-info or artifact is missing, is not JSON, or is in no known format.",
  },
  VC203: {
    sentence: "Several contracts compile to the code on chain, and nothing tells them apart.",
    explanation:
      "The code is the same, has no metadata hash that could decide, and no deployment record names the contract. Each of them is as true. Name the right one with `--contract`, or let `--pick-identical` take the first by name: any of them shows the code that is on chain.",
  },
  VC204: {
    sentence: "The code on chain was not built from the sources in {where}.",
    explanation:
      "No contract of the build files has the runtime code that is on chain. The message has the nearest candidates and what differs: often another build profile, other compiler settings, or sources that were changed and compiled again.",
  },
  VC205: {
    sentence: "What the contract imports can't be worked out.",
    explanation:
      "`--sources minimal` sends only what the contract imports, and an import leads to a source that the build does not hold. Use `--sources auto` or `full`.",
  },
  VC206: {
    sentence:
      "{address} is a minimal proxy of {implementation}: its code is a standard's, and has no sources.",
    explanation:
      "The code of a minimal proxy (EIP-1167) only passes calls on. No service can verify it; what can be verified is the contract that it stands for, which `--follow-proxy` does.",
  },
  VC207: {
    sentence: "What the minimal proxy {address} runs is not known.",
    explanation:
      "`--follow-proxy` followed minimal proxies and came to no contract that has code of its own: they stand for each other, or too many follow each other.",
  },
  VC301: {
    sentence: "There is no contract at {address} on chain {chainId}.",
    explanation:
      "The chain has no code at the address, also after a bounded wait. Often the network or the address is wrong.",
  },
  VC302: {
    sentence: "The chain can't be reached.",
    explanation: "The node of the Hardhat network did not give a usable answer.",
  },
  VC303: {
    sentence: "The transaction {hash} did not create {address}.",
    explanation:
      "The creating transaction that was given is unknown to the chain, failed, or created something else.",
  },
  VC304: {
    sentence: "Whether {address} is a proxy can't be told.",
    explanation:
      "`--follow-proxy` has to know what the contract stands for, and the node does not read its storage, or its beacon does not answer.",
  },
  VC305: {
    sentence:
      "The network {network} is configured for chain {configuredChainId}, and its node is of chain {chainId}.",
    explanation:
      "`networks.<name>.chainId` in the Hardhat configuration differs from what the node says. Hardhat would refuse every call to it (HHE708). Nothing was sent.",
  },
  VC401: {
    sentence: "The verification service can't be reached.",
    explanation: "No usable answer came after all tries. Run the command again later.",
  },
  VC402: {
    sentence: "The verification service refused the request.",
    explanation:
      "The service answered with an error that trying again will not change. The message has the service's own words.",
  },
  VC403: {
    sentence: "The verification service does not support chain {chainId}.",
    explanation: "Configure another verification service for this chain.",
  },
  VC404: {
    sentence: "The verification service compiled the input and the code does not match.",
    explanation:
      "The job ended without a match, although the build matches here, or after another input was tried.",
  },
  VC405: {
    sentence: "The verification service could not compile the input.",
    explanation: "The job ended with errors of the compiler, which the message has.",
  },
  VC406: {
    sentence: "The {service} gave an answer that can't be used.",
    explanation: "The answer was not of the form that the interface describes. Nothing is concluded from it.",
  },
  VC407: {
    sentence: "The deadline passed while the verification was still going on.",
    explanation:
      "The message has the service, what was waited for, and whether a submission exists. A job may yet end: run the command again, which finds the stored result, or resumes waiting. A job that a service was ended in the middle of never ends, and blocks every other one for the contract until the service's operator ends it.",
  },
  VC408: {
    sentence: "The verification was stopped before it ended.",
    explanation:
      "The job goes on at the service. Run the command again: it finds the stored result, or goes on waiting.",
  },
  VC409: {
    sentence: "The stored match is weaker than what was asked for.",
    explanation: "The contract is verified, but `--min-match` or `--require-creation` asks for more.",
  },
  VC410: {
    sentence: "The verification service reported a failure.",
    explanation:
      "The job ended with an error that another input can't help, which the message has as it came.",
  },
  VC411: {
    sentence: "The verification service has no record of the contract although it reported success.",
    explanation:
      "A result was reported and then could not be read back. Without a record nothing can be cross-checked.",
  },
  VC412: {
    sentence: "The cross-check failed.",
    explanation:
      "The contract is on record as verified, and something in the evidence contradicts it. The table of checks says what.",
  },
  VC413: {
    sentence: "The cross-check could not be completed.",
    explanation:
      "A check could not be carried out because a service did not answer. What could not be checked is never taken as passed.",
  },
  VC414: {
    sentence: "{address} on chain {chainId} is not verified.",
    explanation:
      "`verify-contract check` submits nothing, and the verification service has no record of the contract.",
  },
  VC415: {
    sentence: "There is no Sourcify v2 service at {url}.",
    explanation:
      "Something else answers there, on two routes that such a service has, or it speaks https where the URL says http, or the other way round. Check `verifyContract.verification.url`; it is the base URL, without `/v2`. Nothing was sent.",
  },
  VC501: {
    sentence: "The query service can't be reached.",
    explanation: "The contract id could not be resolved because no usable answer came.",
  },
  VC502: {
    sentence: "The query service knows no contract {target}.",
    explanation: "The contract id does not exist on this network, or is too new to be known.",
  },
  VC503: {
    sentence: "There is no query service at {url}.",
    explanation:
      "Something else answers there, on two routes that such a service has, or it speaks https where the URL says http, or the other way round. Check `verifyContract.query.url`; it is the base URL, without `/api/v1`. Nothing was sent.",
  },
  VC601: {
    sentence: "The status service gave no usable answer.",
    explanation:
      "It is out of reach, refused the request, did not answer in time, or answered with something that is no status. Nothing is concluded about the network from it.",
  },
  VC602: {
    sentence: "No status service is configured for the network {network}.",
    explanation:
      "The chains 295, 296 and 297 have a default. For any other, set `verifyContract.status.url`, or that of the chain under `verifyContract.chains`.",
  },
  VC603: {
    sentence: "It was stopped before the status service had answered.",
    explanation: "Nothing is known about the network. Run the command again.",
  },
  VC604: {
    sentence: "There is no status service at {url}.",
    explanation:
      "Something else answers there, on two routes that such a service has, or it speaks https where the URL says http, or the other way round. Check `verifyContract.status.url`; it is the base URL, without `/api/v2`.",
  },
  VC701: {
    sentence: "This project has no deployments of chain {chainId}.",
    explanation:
      "Without arguments `verify-contract deployments` looks for what Ignition, hardhat-deploy and Foundry wrote down, and takes what is of the network's chain. The message has where it looked, and the chains that it found deployments of.",
  },
  VC702: {
    sentence: "{deployment} is of chain {recordedChainId}, and the network is of chain {chainId}.",
    explanation:
      "A deployment is verified on the chain that it was made on. Choose the network with `--network`, or name another deployment.",
  },
  VC703: {
    sentence: 'There is no deployment "{name}".',
    explanation:
      "An argument of `verify-contract deployments` is the id of an Ignition deployment, the name of a network that hardhat-deploy deployed to, or the path of a deployment, of a broadcast or of a manifest.",
  },
  VC704: {
    sentence: "A deployment record can't be used.",
    explanation:
      "The record is missing, is not what its tool writes, or names nothing that was deployed. The message has the file and what is wrong with it.",
  },
  VC705: {
    sentence: "The manifest {file} is wrong.",
    explanation:
      "The message names each key that is wrong, what was expected and what was got. docs/deployments.md describes a manifest, schemas/verify-contract-deployments-1.schema.json too.",
  },
  VC706: {
    sentence: "The contract was not looked at, because the run ended before its turn.",
    explanation:
      "`--bail` ends a run at the first contract that is not good enough, and so does stopping it. Run the command again: what is done is not submitted again.",
  },
  VC707: {
    sentence: "The report {file} can't be merged.",
    explanation:
      "`verify-contract merge` takes JSON reports of this tool. The message says what is wrong with the file.",
  },
  VC708: {
    sentence: "The reports to merge are not of the same run of deployments.",
    explanation:
      "Reports of different chains or different services, or of different numbers of shards, say nothing together. The message has what differs.",
  },
  VC709: {
    sentence: "The report of {missing} is missing.",
    explanation:
      "Not every shard of `--shard i/n` has a report, so some contracts were not looked at, and nobody can tell how they are.",
  },
  VC801: {
    sentence: "The report can't be written to {path}.",
    explanation: "The file could not be created or written.",
  },
  VC901: {
    sentence: "The local services need a package that is not installed: {package}.",
    explanation:
      "The embedded verification service uses optional peer dependencies. The message has the command that installs them.",
  },
  VC902: {
    sentence: "The local services can't listen on port {port}.",
    explanation:
      "Another program uses the port. Choose others with the port options, or 0 for any free port.",
  },
  VC903: {
    sentence: "The local services need the URL of a development chain.",
    explanation:
      "They read code and transactions from a running node. Name a network of type `http`, for example `--network localhost`.",
  },
  VC904: {
    sentence: "The local services can't reach the chain.",
    explanation:
      "The node behind the local services did not answer. Start it first, for example with `npx hardhat node`.",
  },
} as const satisfies Record<`VC${number}`, CatalogueEntry>;

/** A stable error code. */
export type ErrorCode = keyof typeof CATALOGUE;
