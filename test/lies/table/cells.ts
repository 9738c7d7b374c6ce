import { CLAIM_IDS, type ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { LiarId } from "./liars.ts";
import type { LimitId } from "./limits.ts";

export type Cell =
  /** The claim doesn't rest on anything that the liar controls. */
  | { readonly kind: "holds"; readonly reason: string }
  /** The lie refutes the claim, leaves it open, or is named as the liar's word. */
  | { readonly kind: "detected"; readonly reason: string; readonly but?: LimitId | undefined }
  | { readonly kind: "unknown"; readonly limit: LimitId };

const holds = (reason: string): Cell => ({ kind: "holds", reason });
const detected = (reason: string, but?: LimitId): Cell => ({ kind: "detected", reason, but });
const unknown = (limit: LimitId): Cell => ({ kind: "unknown", limit });

const OWN_NODE =
  "the verification service reads the chain through a node of its own, and its record has another code";
const METADATA = "the metadata hash in the code that the node shows is not the record's";
const NOT_OF_QUERY = "the query service shows nothing that it rests on";
const READ_ANYWAY = "the record of this contract is read and judged, whatever the journal says";
const NOT_OF_RECORDS = "a deployment record shows nothing that it rests on";
const NOT_OF_BUILD = "a build shows nothing that it rests on";
const REPLAYED =
  "a replay computes it anew from the answers in the file, which are judged as those of a run are";
const COMPARED =
  "what an entry says or leaves out differs from what is on chain or on record now, or the run says to lock again";
const ONE_RUN = "only the shards of one run are merged, each of them once";

const everyClaim = (cell: Cell, others: Partial<Record<ClaimId, Cell>> = {}): Record<ClaimId, Cell> =>
  ({ ...Object.fromEntries(CLAIM_IDS.map((claim) => [claim, cell])), ...others }) as Record<ClaimId, Cell>;

/** By liar, then by claim. docs/security-model.md and the suite of lies are made from it. */
export const CELLS: Readonly<Record<LiarId, Readonly<Record<ClaimId, Cell>>>> = {
  "verification-service": {
    "runtime-code": detected(
      "a build, or a compiler here, has to give the code on chain; the service's word proves nothing",
    ),
    "creation-code": detected(
      "the executed init code comes from the chain, and what no witness shows is open",
    ),
    sources: detected(
      "the metadata hash on chain covers them, and the build or a compiler here gives that metadata; without a hash on chain they are only vouched for",
    ),
    interface: detected(
      "the metadata, the build or a compiler here has it; the rest is the service's word, and is called so",
    ),
    libraries: detected(
      "their addresses are in the codes on chain, and their codes are compared with what the contract's sources compile to; of a library's record only compiler and settings count",
    ),
    implementation: detected("a call, a trace or the storage on chain shows it"),
    identity: detected("the record has to name this address"),
    deployment: detected("the creating transaction is read from the chain"),
    record: detected(
      "its address, chain, codes and matches are compared with the chain, with the job of the run and with each other",
    ),
  },
  "query-service": everyClaim(holds(NOT_OF_QUERY), {
    "creation-code": detected(
      "the chain has the init code; where only the query service has it, it is named as the one who vouches",
    ),
    identity: detected(
      "refuted where its code differs from the chain's; whose id an address is, it vouches for, and is named",
    ),
    deployment: detected("the creating transaction and its block are read from the chain"),
  }),
  node: {
    "runtime-code": detected(OWN_NODE),
    "creation-code": detected(
      "the record and the query service have another init code, or it is not the build's",
    ),
    sources: detected(METADATA),
    interface: detected(METADATA),
    libraries: unknown("library-of-false-node"),
    implementation: detected(
      "its answers contradict each other, or the verification service resolves the proxy otherwise",
    ),
    identity: detected("the query service has another code"),
    deployment: detected("the record and the query service name another transaction, block or time"),
    record: detected("the code is read again before the verdict, and compared with the record's"),
  },
  "node-and-query": {
    "runtime-code": detected(OWN_NODE),
    "creation-code": detected("the record has another init code, or it is not the build's"),
    sources: detected(METADATA),
    interface: detected(METADATA),
    libraries: unknown("library-of-false-node"),
    implementation: detected(
      "its answers contradict each other, or the verification service resolves the proxy otherwise",
    ),
    identity: detected(OWN_NODE),
    deployment: detected("the record names another transaction, block or deployer"),
    record: detected("the code is read again before the verdict, and compared with the record's"),
  },
  deployer: {
    "runtime-code": detected(
      "the code is compared byte by byte with the build's, with a library's own address in it",
    ),
    "creation-code": detected(
      "other init code than the build's is refuted; where no witness shows it, the claim is open; where the contract may have been created anew since, it is only vouched for",
    ),
    sources: detected("a hash in the code counts only where sources compile to that code here"),
    interface: detected("a hash in the code counts only where sources compile to that code here"),
    libraries: detected(
      "the code at each address is compared with what the sources compile to: for links of the runtime code, of the constructor, of what it creates, of the settings, and of libraries",
    ),
    implementation: detected(
      "a call with replaced code, or a trace, shows what runs; otherwise a slot or a beacon only vouches",
    ),
    identity: holds("who deploys a contract does not choose what the query service says of it"),
    deployment: detected(
      "the chain has the creating transaction of what is there now; otherwise the claim is open, or who named the transaction vouches",
    ),
    record: detected("the code is read again before the verdict"),
  },
  "deployer-and-service": {
    "runtime-code": detected(
      "a build, or a compiler here, has to give the code on chain from the sources of the metadata",
    ),
    "creation-code": detected(
      "the service's word for a creation that the chain does not show leaves the claim open",
    ),
    sources: detected(
      "the input is reduced to the paths and settings of the metadata before it is compiled here",
    ),
    interface: detected(
      "the input is reduced to the paths and settings of the metadata before it is compiled here",
    ),
    libraries: detected(
      "the contract's own sources of a library have to compile to its code; of its record only compiler and settings count",
    ),
    implementation: detected("the chain shows it"),
    identity: detected("the record has to name this address"),
    deployment: detected(
      "a transaction that the chain does not show to have created the contract leaves the claim open",
    ),
    record: detected("its address, chain, codes and matches are compared with the chain"),
  },
  "build-files": everyClaim(holds(NOT_OF_BUILD), {
    "runtime-code": detected("the record's sources, name and compiled code are not the build's"),
    "creation-code": detected("the executed init code is not the build's"),
    sources: detected("the metadata hash on chain is not the build's: they are at most vouched for"),
    interface: detected("the record has the ABI that the metadata hash on chain covers"),
    libraries: unknown("library-of-false-build"),
  }),
  "deployment-records": everyClaim(holds(NOT_OF_RECORDS), {
    libraries: detected("its libraries have to be the linked ones"),
    deployment: detected("its transaction, name and arguments are compared with the chain and the build"),
  }),
  journal: everyClaim(holds(READ_ANYWAY)),
  manifest: everyClaim(holds(NOT_OF_RECORDS), {
    libraries: detected("each library that it names has to be linked, and to be at that address"),
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
