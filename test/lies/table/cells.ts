import { CLAIM_IDS, type ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { LiarId } from "./liars.ts";
import type { LimitId } from "./limits.ts";

export type Cell =
  /** The liar controls nothing that the claim depends on. */
  | { readonly kind: "holds"; readonly reason: string }
  /** The lie refutes the claim or leaves it open, or the liar is named as the one vouching for it. */
  | { readonly kind: "detected"; readonly reason: string; readonly but?: LimitId | undefined }
  | { readonly kind: "unknown"; readonly limit: LimitId };

const holds = (reason: string): Cell => ({ kind: "holds", reason });
const detected = (reason: string, but?: LimitId): Cell => ({ kind: "detected", reason, but });
const unknown = (limit: LimitId): Cell => ({ kind: "unknown", limit });

const OWN_NODE = "the verification service uses a different node, and its record has different code";
const METADATA = "the node's code contains a different metadata hash than the record";
const NOT_OF_QUERY = "nothing from the query service supports it";
const READ_ANYWAY = "the record is read and judged regardless of the journal";
const NOT_OF_RECORDS = "no deployment record supports it";
const NOT_OF_BUILD = "no build supports it";
const REPLAYED = "a replay recomputes it from the recorded responses";
const COMPARED =
  "the entry, or what it omits, differs from the current chain or record, or the run says to lock again";
const ONE_RUN = "only shards of one run are merged, each once";

const everyClaim = (cell: Cell, others: Partial<Record<ClaimId, Cell>> = {}): Record<ClaimId, Cell> =>
  ({ ...Object.fromEntries(CLAIM_IDS.map((claim) => [claim, cell])), ...others }) as Record<ClaimId, Cell>;

/** By liar, then by claim. The source of docs/security-model.md and the suite of lies. */
export const CELLS: Readonly<Record<LiarId, Readonly<Record<ClaimId, Cell>>>> = {
  "verification-service": {
    "runtime-code": detected(
      "a build or a local compiler must produce the code on chain; the service alone proves nothing",
    ),
    "creation-code": detected(
      "the executed init code is read from the chain; without a witness, the claim is open",
    ),
    sources: detected(
      "the metadata hash on chain covers them, and the build or a local compiler produces that metadata; without a hash on chain, they are only vouched for",
    ),
    interface: detected(
      "the metadata, the build or a local compiler contains it; the service is named as vouching for the rest",
    ),
    libraries: detected(
      "their addresses are in the code on chain, and their code is compared with the output of the contract's sources; a library's record provides only compiler and settings",
    ),
    implementation: detected("a call, a trace or the storage on chain shows it"),
    identity: detected("the record must be for this address"),
    deployment: detected("the creation transaction is read from the chain"),
    record: detected(
      "its address, chain, code and matches are compared with the chain, the run's job and each other",
    ),
  },
  "query-service": everyClaim(holds(NOT_OF_QUERY), {
    "creation-code": detected(
      "the init code is on chain; if only the query service has it, the query service is named as vouching for it",
    ),
    identity: detected(
      "refuted if its code differs from the chain; it is named as vouching for the contract id",
    ),
    deployment: detected("the creation transaction and its block are read from the chain"),
  }),
  node: {
    "runtime-code": detected(OWN_NODE),
    "creation-code": detected("the record and the query service have different init code, or the build does"),
    sources: detected(METADATA),
    interface: detected(METADATA),
    libraries: unknown("library-of-false-node"),
    implementation: detected(
      "its responses contradict each other, or the verification service resolves the proxy differently",
    ),
    identity: detected("the query service has different code"),
    deployment: detected("the record and the query service have a different transaction, block or time"),
    record: detected("the code is read again before the verdict and compared with the record"),
  },
  "node-and-query": {
    "runtime-code": detected(OWN_NODE),
    "creation-code": detected("the record or the build has different init code"),
    sources: detected(METADATA),
    interface: detected(METADATA),
    libraries: unknown("library-of-false-node"),
    implementation: detected(
      "its responses contradict each other, or the verification service resolves the proxy differently",
    ),
    identity: detected(OWN_NODE),
    deployment: detected("the record has a different transaction, block or deployer"),
    record: detected("the code is read again before the verdict and compared with the record"),
  },
  deployer: {
    "runtime-code": detected("every byte is compared with the build, including a library's own address"),
    "creation-code": detected(
      "init code that differs from the build is refuted; without a witness, the claim is open; if the contract may have been recreated, it is only vouched for",
    ),
    sources: detected("a hash in the code counts only if sources compile to that code on this machine"),
    interface: detected("a hash in the code counts only if sources compile to that code on this machine"),
    libraries: detected(
      "the code at each address is compared with the compiled sources, for links in the runtime code, the constructor, created contracts, settings and libraries",
    ),
    implementation: detected(
      "a call with replaced code, or a trace, shows which code runs; a slot or beacon alone only vouches for it",
    ),
    identity: holds("the deployer doesn't control the query service"),
    deployment: detected(
      "the chain has the transaction that created the current contract; otherwise the claim is open, or the source of the transaction vouches for it",
    ),
    record: detected("the code is read again before the verdict"),
  },
  "deployer-and-service": {
    "runtime-code": detected(
      "a build or a local compiler must produce the code on chain from the metadata's sources",
    ),
    "creation-code": detected("a creation that only the service reports leaves the claim open"),
    sources: detected(
      "the input is reduced to the metadata's paths and settings before it is compiled locally",
    ),
    interface: detected(
      "the input is reduced to the metadata's paths and settings before it is compiled locally",
    ),
    libraries: detected(
      "the contract's own sources must compile to the library's code; the library's record provides only compiler and settings",
    ),
    implementation: detected("the chain shows it"),
    identity: detected("the record must be for this address"),
    deployment: detected(
      "the claim is open unless the chain shows that the transaction created the contract",
    ),
    record: detected("its address, chain, code and matches are compared with the chain"),
  },
  "build-files": everyClaim(holds(NOT_OF_BUILD), {
    "runtime-code": detected("the record's sources, name and compiled code differ from the build"),
    "creation-code": detected("the executed init code differs from the build"),
    sources: detected("the metadata hash on chain differs from the build, so they are at most vouched for"),
    interface: detected("the record contains the ABI covered by the metadata hash on chain"),
    libraries: unknown("library-of-false-build"),
  }),
  "deployment-records": everyClaim(holds(NOT_OF_RECORDS), {
    libraries: detected("its libraries must be the linked ones"),
    deployment: detected("its transaction, name and arguments are compared with the chain and the build"),
  }),
  journal: everyClaim(holds(READ_ANYWAY)),
  manifest: everyClaim(holds(NOT_OF_RECORDS), {
    libraries: detected("each library in it must be linked at that address"),
    deployment: detected("its transaction, name and arguments are compared with the chain and the build"),
  }),
  "merged-report": everyClaim(detected(ONE_RUN, "forged-report")),
  "lock-file": everyClaim(detected(COMPARED, "forged-lock"), {
    "creation-code": unknown("forged-lock"),
    interface: unknown("forged-lock"),
    identity: unknown("forged-lock"),
    deployment: unknown("forged-lock"),
  }),
  evidence: everyClaim(detected(REPLAYED, "forged-evidence")),
};
