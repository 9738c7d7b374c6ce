import { readTrailingAuxdata } from "../../src/internal/builds/read-candidates.ts";
import { findDelegateSites } from "../../src/internal/bytecode/delegate-sites.ts";
import { mustFitBuild } from "../../src/internal/cross-check/compare/comparable.ts";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";

/** A change in an answer that no check detects; the tamper suite proves each. */
export interface NotChecked {
  /** The field, or its part, for docs/cross-checks.md. */
  readonly field: string;
  readonly reason: string;
  readonly where: Where;
  /** Matches the names of tamperings: `path: change`. */
  readonly covers: RegExp;
}

interface Where {
  readonly text: string;
  readonly holds: (evidence: Evidence, tampering: string) => boolean;
}

const ALWAYS: Where = { text: "always", holds: () => true };
const WEAKER: Where = {
  text: "the match does not cover the metadata",
  holds: (evidence) => !mustFitBuild(evidence),
};
const NO_AUXDATA: Where = {
  text: "the code on chain has no auxdata",
  holds: ({ facts }) => readTrailingAuxdata(facts.runtimeBytecode) === undefined,
};
const NO_CREATION_MATCH: Where = {
  text: "the record has no creation match",
  holds: ({ record }) => record.creationMatch === null,
};
const NO_CREATION: Where = {
  text: "the chain does not show the creation transaction",
  holds: ({ facts }) => facts.creation === undefined,
};
const STATED: Where = {
  text: "the query service names a creation by another contract",
  holds: ({ facts }) => facts.creation?.statedTimestamp !== undefined,
};
const NO_TRANSACTION: Where = {
  text: "`deployment` names no transaction",
  holds: ({ record }) => record.deployment?.transactionHash == null,
};
const DELEGATING_OPCODES: Where = {
  text: "the code has DELEGATECALL, but is no standard proxy",
  holds: ({ facts, proxy }) => proxy === null && findDelegateSites(facts.runtimeBytecode).length > 0,
};
const OF_OTHERS: Where = {
  text: "the record's metadata does not list the source",
  holds: ({ record }, tampering) =>
    !Object.keys(record.metadata?.sources ?? {}).some((path) =>
      tampering.startsWith(`record.sources.${path}`),
    ),
};

const NOTHING_TO_READ = "no decision depends on it, and no other witness knows it";

const ENTRIES: readonly (Omit<NotChecked, "where"> & Partial<NotChecked>)[] = [
  {
    field:
      "record: `userdoc`, `devdoc`, `sourceIds`, `transientStorageLayout`, `additionalInput`, `stdJsonOutput`",
    reason:
      "the plugin does not request them; the metadata has the documentation too, and its hash covers it",
    covers: /^record\.(userdoc|devdoc|sourceIds|transientStorageLayout|additionalInput|stdJsonOutput):/,
  },
  {
    field: "record: `stdJsonInput`",
    reason:
      "only `--recompile` requests it; what it compiles is what the metadata lists, and only without metadata the whole input",
    where: { text: "without `--recompile`", holds: ({ recompiled }) => recompiled === undefined },
    covers: /^record\.stdJsonInput:/,
  },
  {
    field: "record: `matchId`",
    reason: "the service's own number",
    covers: /^record\.matchId:/,
  },
  {
    field: "record: `verifiedAt` that is later, or missing",
    reason: "only the service knows the time; the check only requires that it is not before the creation",
    covers: /^record\.verifiedAt: (a year later|null|removed)$/,
  },
  {
    field: "record: `verifiedAt` that is earlier",
    reason: "the time of the creation is unknown",
    where: NO_CREATION,
    covers: /^record\.verifiedAt: a year earlier$/,
  },
  {
    field: "record: `creationMatch` and `runtimeMatch` that claim too little",
    reason:
      "the weaker match still meets the requirement; `--require-creation` and `--min-match` can require more",
    covers: /^record\.(creationMatch: null|(creation|runtime)Match: exact_match to match)$/,
  },
  {
    field:
      "record: `creationMatch`, `compilation.compilerVersion`, `compilation.fullyQualifiedName` that are missing",
    reason: "a service need not give every field; a missing one refutes nothing, and proves nothing either",
    covers:
      /^record\.(creationMatch: removed|compilation\.(compilerVersion|fullyQualifiedName): (null|removed))$/,
  },
  {
    field: "record: `sourceMap`",
    reason:
      "it maps to a compiler's internal tree, no decision depends on it, and build files rarely have it",
    covers: /^record\.(creation|runtime)Bytecode\.sourceMap:/,
  },
  {
    field: "record: `cborAuxdata` that is missing or incomplete, its ids, and duplicate entries",
    reason: "the service need not find metadata inside the code; no other check uses the list",
    covers:
      /^record\.\w+Bytecode\.cborAuxdata(\.\w+: removed|: (null|removed|a member added|first key renamed))$/,
  },
  {
    field: "record: `cborAuxdata` that is empty",
    reason: "the code has no metadata with a hash, so the list may be empty",
    where: WEAKER,
    covers: /^record\.\w+Bytecode\.cborAuxdata: emptied$/,
  },
  {
    field: "record: `linkReferences` and `immutableReferences` that are missing",
    reason: "without open places there is nothing to list; with open places the check is `unknown`",
    covers: /^record\.\w+Bytecode\.(linkReferences|immutableReferences): (null|removed)$/,
  },
  {
    field: "record: ids in `immutableReferences`",
    reason: "an earlier submitter of the same code fixed them; the checks compare the places",
    covers: /^record\.runtimeBytecode\.immutableReferences: first key renamed$/,
  },
  {
    field: "record: `transformationValues` that are missing",
    reason: "without open places there are no values; with open places the replay fails",
    covers: /^record\.\w+Bytecode\.transformationValues: (null|removed)$/,
  },
  {
    field: "record: all of `creationBytecode`",
    reason: "the record claims no match of this side",
    where: NO_CREATION_MATCH,
    covers: /^record\.creationBytecode\b/,
  },
  {
    field: "record: parts of `deployment` that are missing",
    reason: "a service need not know the creation transaction; the checks compare the parts that it names",
    covers: /^record\.deployment(\.\w+: (null|removed)|: (null|removed|emptied|first key renamed))$/,
  },
  {
    field: "record: parts of `deployment`",
    reason: "the creation transaction on chain is unknown",
    where: NO_CREATION,
    covers: /^record\.deployment\b/,
  },
  {
    field: "record: the rest of `deployment`",
    reason: "without its transaction, the block and the deployer refer to nothing",
    where: NO_TRANSACTION,
    covers: /^record\.deployment\.(blockNumber|deployer):/,
  },
  {
    field: "record: sources that its metadata does not list",
    reason: "other submitters of the same code sent them",
    where: OF_OTHERS,
    covers: /^record\.sources(\..+:|: a member added$)/,
  },
  {
    field: "record: `compilation.compilerSettings`",
    reason: "the first submitter of the same code fixed them; the checks compare the metadata's settings",
    covers: /^record\.compilation\.compilerSettings\b/,
  },
  {
    field:
      "record: `compilation.compilerVersion` without its commit, and the path in `compilation.fullyQualifiedName`",
    reason: "another author's names are legitimate there, and a service may keep a short version",
    where: WEAKER,
    covers: /^record\.compilation\.(compilerVersion: empty|fullyQualifiedName: another path)$/,
  },
  {
    field: "record: a compiler version that differs between `metadata` and `compilation`",
    reason: "several compilers may produce the same code, and a service may store them as one compilation",
    where: NO_AUXDATA,
    covers: /^record\.(compilation\.compilerVersion|metadata\.compiler\.version): another name$/,
  },
  {
    field: "record: `proxyResolution` that says nothing",
    reason: "a service need not resolve proxies; the checks compare its answer if there is one",
    covers: /^record\.proxyResolution(\.isProxy: (null|removed)|: (null|removed|emptied|first key renamed))$/,
  },
  {
    field: "record: `proxyResolution.proxyType`, and a duplicate implementation",
    reason: "the type is the service's own name; the checks compare the implementations as a set",
    covers: /^record\.proxyResolution\.(proxyType:|implementations: last item twice$)/,
  },
  {
    field: "record: `proxyResolution.isProxy`",
    reason: "it may be a proxy of a kind that only the service knows",
    where: DELEGATING_OPCODES,
    covers: /^record\.proxyResolution\.isProxy: the opposite$/,
  },
  {
    field: "record: a duplicate signature",
    reason: "the checks compare them as a set",
    covers: /^record\.signatures\.(function|event|error): last item twice$/,
  },
  {
    field: "record: `storageLayout` that is missing or of no known form",
    reason: "older services have none, and Vyper's has another form",
    covers: /^record\.storageLayout(: (null|removed|emptied|first key renamed)|\.\w+: first key renamed)$/,
  },
  {
    field: "record: ids in `storageLayout`, `encoding`, and types that no variable has",
    reason: "ids differ between compilations, and a type's label implies its encoding",
    covers:
      /^record\.storageLayout\.((?!.*t_array.*: first).*(astId|contract|encoding|a member added|first key renamed)|.*encoding)\b/,
  },
  {
    field: "record: `storageLayout`",
    reason: "another author may have named the variables differently",
    where: WEAKER,
    covers: /^record\.storageLayout\b/,
  },
  {
    field: "record: `metadata`, but for the compiler version and the hashes of the sources that it lists",
    reason:
      "it may be another author's, and no hash on chain covers it; `--min-match exact_match` requires one, and `--recompile` compiles the sources",
    where: WEAKER,
    covers:
      /^record\.metadata(: (a member|first)|\.(?!sources|compiler\.version: another name)|\.sources\.[^:]*(\.(license|urls)\b|: a member added$|\.sol: removed$))/,
  },
  {
    field: "record: `abi`, but for names and parameter types of functions",
    reason:
      "another author may have named and typed the rest differently; the code determines only the selectors",
    where: WEAKER,
    covers:
      /^record\.abi\.\d+(\.(outputs|stateMutability|anonymous)\b|\.inputs(\.\d+(\.(name|internalType):|: (a member|first key))|: (null|removed))|: (a member|first key))/,
  },
  {
    field: "query service: `contract_id`, `nonce`, `memo`, keys, accounts, periods and limits",
    reason: NOTHING_TO_READ,
    covers:
      /^query\.(contract_id|nonce|memo|admin_key|auto_renew_account|auto_renew_period|max_automatic_token_associations|obtainer_id|proxy_account_id|permanent_removal|timestamp)\b/,
  },
  {
    field: "query service: `file_id`",
    reason:
      "it only allows `bytecode` to lack the constructor arguments; a complete `bytecode` is correct with and without it",
    covers: /^query\.file_id:/,
  },
  {
    field: "query service: `created_timestamp` that is missing",
    reason: "contracts of the first blocks have none",
    covers: /^query\.created_timestamp: (null|removed)$/,
  },
  {
    field: "query service: `created_timestamp` that is earlier",
    reason:
      "an account can exist before a contract is created on it; the time of the creation itself is compared then",
    where: STATED,
    covers: /^query\.created_timestamp: (a year|three seconds) earlier$/,
  },
  {
    field: "query service: `created_timestamp`",
    reason: "the time of the creation is unknown",
    where: NO_CREATION,
    covers: /^query\.created_timestamp:/,
  },
  {
    field: "query service: `expiration_timestamp` that is still in the future, or missing",
    reason: "the chain's node does not know it",
    covers: /^query\.expiration_timestamp: (three seconds (earlier|later)|a year later|null|removed)$/,
  },
  {
    field: "query service: the block except its times, and a time span that is wider than the block",
    reason: "the same service reports the contract's time and the block; the check compares only these two",
    covers:
      /^block\.((?!timestamp)|timestamp\.from: (a year|three seconds) earlier|timestamp\.to: (a year later|three seconds later|null|removed))/,
  },
];

/** Every change that no check detects. The suite fails when an entry is no longer true. */
export const NOT_CHECKED: readonly NotChecked[] = ENTRIES.map((entry) => ({ where: ALWAYS, ...entry }));
