import { findMetadataSections } from "../bytecode/metadata-sections.ts";
import { decodeCode } from "../bytecode/code.ts";
import { restsOnSameMetadata } from "./comparable.ts";
import type { Evidence } from "./evidence.ts";
import { canPassCallsOn } from "./passes-calls-on.ts";

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
const NO_IPFS_HASH: Where = {
  text: "the code does not end with an IPFS hash",
  holds: ({ facts }) => {
    const code = decodeCode(facts.runtimeBytecode) ?? new Uint8Array();
    return findMetadataSections(code).at(-1)?.ipfs === undefined;
  },
};
const NO_CREATION_MATCH: Where = {
  text: "the record has no creation match",
  holds: ({ record }) => record.creationMatch === null,
};
const NO_CREATION: Where = {
  text: "the chain does not show the creating transaction",
  holds: ({ facts }) => facts.creation === undefined,
};
const NO_CREATION_CODE: Where = {
  text: "another contract created it, or the creating transaction is not known",
  holds: ({ facts }) => facts.creation?.creationBytecode === undefined,
};
const PASSES_CALLS_ON: Where = {
  text: "the code passes calls on, in no standard way",
  holds: ({ facts, proxy }) => proxy === null && canPassCallsOn(facts.runtimeBytecode),
};
const NO_PROXY: Where = { text: "`isProxy` is false", holds: ({ record }) => record.proxyResolution?.isProxy === false };
const OF_OTHERS: Where = {
  text: "the record's metadata does not list the source",
  holds: ({ record }, tampering) =>
    !Object.keys(record.metadata?.sources ?? {}).some((path) => tampering.startsWith(`record.sources.${path}`)),
};

const NOTHING_TO_READ = "nothing is decided by it, and no other witness knows it";

export const NOT_CHECKED: readonly NotChecked[] = [
  {
    field: "`matchId`",
    reason: "the service's own number",
    where: ALWAYS,
    covers: /^record\.matchId:/,
  },
];
