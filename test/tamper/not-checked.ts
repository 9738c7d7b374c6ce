import { hasDelegatecall } from "../../src/internal/bytecode/has-delegatecall.ts";
import { restsOnSameMetadata } from "../../src/internal/cross-check/compare/comparable.ts";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";

/** Something that can be changed in an answer without any check seeing it; the tamper suite holds each to be so. */
export interface NotChecked {
  /** The field, and what of it, for docs/cross-checks.md. */
  readonly field: string;
  readonly reason: string;
  readonly where: Where;
  /** Which tamperings it covers, by the name that the tamper suite gives them: `path: what was done`. */
  readonly covers: RegExp;
}

interface Where {
  /** For docs/cross-checks.md. */
  readonly text: string;
  readonly holds: (evidence: Evidence, tampering: string) => boolean;
}

const ALWAYS: Where = { text: "always", holds: () => true };
const WEAKER: Where = {
  text: "the match does not cover the metadata",
  holds: (evidence) => !restsOnSameMetadata(evidence),
};
const NO_CREATION_MATCH: Where = {
  text: "the record has no creation match",
  holds: ({ record }) => record.creationMatch === null,
};
const NO_CREATION: Where = {
  text: "the chain does not show the creating transaction",
  holds: ({ facts }) => facts.creation === undefined,
};
const NO_TRANSACTION: Where = {
  text: "`deployment` names no transaction",
  holds: ({ record }) => record.deployment?.transactionHash == null,
};
const DELEGATING_OPCODES: Where = {
  text: "the code passes calls on, in no standard way",
  holds: ({ facts, proxy }) => proxy === null && hasDelegatecall(facts.runtimeBytecode),
};
const OF_OTHERS: Where = {
  text: "the record's metadata does not list the source",
  holds: ({ record }, tampering) =>
    !Object.keys(record.metadata?.sources ?? {}).some((path) =>
      tampering.startsWith(`record.sources.${path}`),
    ),
};

const NOTHING_TO_READ = "nothing is decided by it, and no other witness knows it";

/** All that the tamper suite found to be so. An entry that stops being true fails there. */
export const NOT_CHECKED: readonly NotChecked[] = [
  {
    field:
      "record: `userdoc`, `devdoc`, `sourceIds`, `transientStorageLayout`, `additionalInput`, `stdJsonOutput`",
    reason: "they are not asked for; the metadata has the documentation too, and its hash covers it",
    where: ALWAYS,
    covers: /^record\.(userdoc|devdoc|sourceIds|transientStorageLayout|additionalInput|stdJsonOutput):/,
  },
  {
    field: "record: `stdJsonInput`",
    reason: "it is asked for with `--recompile`, and then what it compiles to is compared with the chain",
    where: { text: "without `--recompile`", holds: ({ recompiled }) => recompiled === undefined },
    covers: /^record\.stdJsonInput:/,
  },
  {
    field: "record: `matchId`",
    reason: "the service's own number",
    where: ALWAYS,
    covers: /^record\.matchId:/,
  },
  {
    field: "record: `verifiedAt` that is later, or missing",
    reason: "only the service knows when it was; what is checked is that it was not before the creation",
    where: ALWAYS,
    covers: /^record\.verifiedAt: (a year later|null|removed)$/,
  },
  {
    field: "record: `verifiedAt` that is earlier",
    reason: "there is no time of the creation to compare it with",
    where: NO_CREATION,
    covers: /^record\.verifiedAt: a year earlier$/,
  },
  {
    field: "record: `creationMatch` and `runtimeMatch` that say less than is so",
    reason:
      "what is there is still as good as was asked for; `--require-creation` and `--min-match` ask for more",
    where: ALWAYS,
    covers: /^record\.(creationMatch: null|(creation|runtime)Match: exact_match to match)$/,
  },
  {
    field: "record: `sourceMap`",
    reason: "it maps to a compiler's internal tree, decides nothing, and build files rarely have it",
    where: ALWAYS,
    covers: /^record\.(creation|runtime)Bytecode\.sourceMap:/,
  },
  {
    field: "record: `cborAuxdata` that is missing or incomplete, its ids, and an entry that stands twice",
    reason: "the service need not find metadata that is inside of the code; no other check rests on the list",
    where: ALWAYS,
    covers:
      /^record\.\w+Bytecode\.cborAuxdata(\.\w+: removed|: (null|removed|a member added|first key renamed))$/,
  },
  {
    field: "record: `cborAuxdata` that is empty",
    reason: "the code has no metadata with a hash that would have to be listed",
    where: WEAKER,
    covers: /^record\.\w+Bytecode\.cborAuxdata: emptied$/,
  },
  {
    field: "record: `linkReferences` and `immutableReferences` that are missing",
    reason: "where nothing is filled in there is nothing to name; where something is, this is `unknown`",
    where: ALWAYS,
    covers: /^record\.\w+Bytecode\.(linkReferences|immutableReferences): (null|removed)$/,
  },
  {
    field: "record: ids in `immutableReferences`",
    reason: "they are another submitter's where the same code was submitted before: the places are compared",
    where: ALWAYS,
    covers: /^record\.runtimeBytecode\.immutableReferences: first key renamed$/,
  },
  {
    field: "record: `transformationValues` that are missing",
    reason: "where nothing is filled in there is no value; where something is, replaying fails",
    where: ALWAYS,
    covers: /^record\.\w+Bytecode\.transformationValues: (null|removed)$/,
  },
  {
    field: "record: all of `creationBytecode`",
    reason: "the record claims nothing of this side",
    where: NO_CREATION_MATCH,
    covers: /^record\.creationBytecode\b/,
  },
  {
    field: "record: parts of `deployment` that are missing",
    reason: "a service need not know the creating transaction; what it names is compared",
    where: ALWAYS,
    covers: /^record\.deployment(\.\w+: (null|removed)|: (null|removed|emptied|first key renamed))$/,
  },
  {
    field: "record: parts of `deployment`",
    reason: "there is no creating transaction of the chain's to compare them with",
    where: NO_CREATION,
    covers: /^record\.deployment\b/,
  },
  {
    field: "record: the rest of `deployment`",
    reason: "without its transaction nobody knows of what it tells the block and the deployer",
    where: NO_TRANSACTION,
    covers: /^record\.deployment\.(blockNumber|deployer):/,
  },
  {
    field: "record: sources that its metadata does not list",
    reason: "they are of other submitters of the same code",
    where: OF_OTHERS,
    covers: /^record\.sources(\..+:|: a member added$)/,
  },
  {
    field: "record: `compilation.compilerSettings`",
    reason: "the first submitter of the same code fixed them; the metadata's settings are compared",
    where: ALWAYS,
    covers: /^record\.compilation\.compilerSettings\b/,
  },
  {
    field: "record: `compilation.compilerVersion`, and the path in `compilation.fullyQualifiedName`",
    reason: "another author's names, and another compiler that gives the same code, are legitimate there",
    where: WEAKER,
    covers: /^record\.compilation\.(compilerVersion: (another name|empty)|fullyQualifiedName: another path)$/,
  },
  {
    field: "record: `proxyResolution` that says nothing",
    reason: "a service need not look; what it says is compared",
    where: ALWAYS,
    covers: /^record\.proxyResolution(\.isProxy: (null|removed)|: (null|removed|emptied|first key renamed))$/,
  },
  {
    field: "record: `proxyResolution.proxyType`, and an implementation that stands twice",
    reason: "the service's own name for it; the implementations are compared as a set",
    where: ALWAYS,
    covers: /^record\.proxyResolution\.(proxyType:|implementations: last item twice$)/,
  },
  {
    field: "record: `proxyResolution.isProxy`",
    reason: "it may be a proxy of a kind that only the service knows",
    where: DELEGATING_OPCODES,
    covers: /^record\.proxyResolution\.isProxy: the opposite$/,
  },
  {
    field: "record: a signature that stands twice",
    reason: "they are compared as a set",
    where: ALWAYS,
    covers: /^record\.signatures\.(function|event|error): last item twice$/,
  },
  {
    field: "record: `storageLayout` that is missing or of no known form",
    reason: "services before it was kept have none, and Vyper's has another form",
    where: ALWAYS,
    covers: /^record\.storageLayout(: (null|removed|emptied|first key renamed)|\.\w+: first key renamed)$/,
  },
  {
    field: "record: ids in `storageLayout`, `encoding`, and types that no variable has",
    reason: "ids differ between compilations, and the label of a type says its encoding too",
    where: ALWAYS,
    covers:
      /^record\.storageLayout\.((?!.*t_array.*: first).*(astId|contract|encoding|a member added|first key renamed)|.*encoding)\b/,
  },
  {
    field: "record: `storageLayout`",
    reason: "another author may have named its variables otherwise",
    where: WEAKER,
    covers: /^record\.storageLayout\b/,
  },
  {
    field: "record: `metadata`, but for the hashes of the sources that it lists",
    reason:
      "it is another author's, and no hash on chain covers it; `--min-match exact_match` asks for one, and `--recompile` compiles the sources",
    where: WEAKER,
    covers:
      /^record\.metadata(: (a member|first)|\.(?!sources)|\.sources\.[^:]*(\.(license|urls)\b|: a member added$|\.sol: removed$))/,
  },
  {
    field: "record: `abi`, but for names and parameter types of functions",
    reason:
      "another author may have named and typed the rest otherwise; the code decides the selectors alone",
    where: WEAKER,
    covers:
      /^record\.abi\.\d+(\.(outputs|stateMutability|anonymous)\b|\.inputs(\.\d+(\.(name|internalType):|: (a member|first key))|: (null|removed))|: (a member|first key))/,
  },
  {
    field: "query service: `contract_id`, `nonce`, `memo`, keys, accounts, periods and limits",
    reason: NOTHING_TO_READ,
    where: ALWAYS,
    covers:
      /^query\.(contract_id|nonce|memo|admin_key|auto_renew_account|auto_renew_period|max_automatic_token_associations|obtainer_id|proxy_account_id|permanent_removal|timestamp)\b/,
  },
  {
    field: "query service: `file_id`",
    reason:
      "it allows `bytecode` to lack the constructor arguments; a `bytecode` that is whole is right either way",
    where: ALWAYS,
    covers: /^query\.file_id:/,
  },
  {
    field: "query service: `created_timestamp` that is missing",
    reason: "a contract of the first blocks has none",
    where: ALWAYS,
    covers: /^query\.created_timestamp: (null|removed)$/,
  },
  {
    field: "query service: `created_timestamp`",
    reason: "there is no time of the creation to compare it with",
    where: NO_CREATION,
    covers: /^query\.created_timestamp:/,
  },
  {
    field: "query service: `expiration_timestamp` that is still in the future, or missing",
    reason: "the chain's node does not know it",
    where: ALWAYS,
    covers: /^query\.expiration_timestamp: (three seconds (earlier|later)|a year later|null|removed)$/,
  },
  {
    field: "query service: the block, but for its times, and a time of it that is wider than the block",
    reason:
      "one service's word for both: the contract's time has to lie in the block that this service tells",
    where: ALWAYS,
    covers:
      /^block\.((?!timestamp)|timestamp\.from: (a year|three seconds) earlier|timestamp\.to: (a year later|three seconds later|null|removed))/,
  },
];
