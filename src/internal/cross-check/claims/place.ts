import type { CreationFacts } from "../../chain/deployment-facts.ts";
import { isLongZero } from "../../domain/contract-addresses.ts";
import { isHedera } from "../../domain/hedera.ts";
import type { Witness } from "../../domain/witness.ts";
import type { ProxyCandidate } from "../../report/model.ts";
import { joinWords } from "../../text/amounts.ts";
import { type ClaimRule, notApplicable, open, proven, vouched } from "../claim.ts";
import { getCurrentRecords } from "../compare/records-of-this.ts";

export const deployment: ClaimRule = {
  id: "deployment",
  proof:
    "Proven if the chain shows which transaction created the current contract (see [the life of an address](#the-life-of-an-address)). Otherwise, the witness that supplied the transaction hash vouches for it. Open if the transaction is unknown, or if a deployment record's constructor arguments could not be compared.",
  judge: (evidence, checks) => {
    const { creation } = evidence.facts;
    if (creation === undefined) return open("the creation transaction is unknown", "creation-tx");
    const { knownFrom, initCode, factory, doubt } = creation;
    const namesArguments = getCurrentRecords(evidence).some(
      ({ constructorArguments, creationCode }) => (constructorArguments ?? creationCode) !== undefined,
    );
    if (namesArguments && !checks.passed("constructor-arguments"))
      return open(
        `the deployment record's constructor arguments: ${checks.reason("constructor-arguments") ?? "not compared"}`,
        "none",
      );
    const isShown =
      (initCode !== undefined && initCode.shownBy !== "query-service") ||
      (factory === null && knownFrom !== "query-service");
    if (!isShown)
      return vouched(
        [getNamingWitness(creation)],
        "the chain does not show that this transaction created the contract",
      );
    return doubt === undefined ? proven(["chain"]) : vouched([getNamingWitness(creation)], doubt);
  },
};

/** Returns the witness that identified the creation transaction. Used if the chain itself doesn't show the creation. */
export function getNamingWitness({ knownFrom, statedTimestamp }: CreationFacts): Witness {
  return statedTimestamp === undefined ? NAMED_BY[knownFrom] : "query service";
}

const NAMED_BY: Readonly<Record<CreationFacts["knownFrom"], Witness>> = {
  option: "request",
  deployment: "deployment",
  record: "record",
  "query-service": "query service",
  chain: "chain",
};

export const identity: ClaimRule = {
  id: "identity",
  proof:
    "A long-zero address consists of the contract's number, so it needs no proof. For any other address, the query service vouches for it if it returns the same runtime code as the chain. Otherwise, the claim is open on Hedera, and on other chains if the user specified the contract by its ID.",
  judge: ({ query, isNamedById, facts }, checks) => {
    if (isLongZero(facts.address)) return notApplicable("the address is the contract's number");
    if (query.state === "known" && checks.passed("runtime-code-query")) return vouched(["query service"]);
    if (!isHedera(facts.chainId) && !isNamedById) return notApplicable("the chain has no contract ids");
    switch (query.state) {
      case "known":
        return open(checks.reason("runtime-code-query") ?? "the query service returns no code", "wait");
      case "not-configured":
        return isNamedById
          ? open("no query service confirms which contract has this ID", "none")
          : notApplicable("the contract was specified by its address");
      case "not-found":
        return open("the query service does not know the contract", "wait");
      case "unavailable":
        return open(query.reason, "wait");
    }
  },
};

export const implementation: ClaimRule = {
  id: "implementation",
  proof:
    "Proven by the code of a minimal proxy, by a call with replaced code, or by a call trace. If the implementation is known only from a storage slot, a beacon or a function, the chain vouches for it. The chain also vouches for a diamond's facets, because a diamond may run facets that it doesn't list. Open if a facet is a proxy that runs another contract in the diamond's storage than in its own, or if several different implementations are found, or none.",
  judge: ({ proxy }) => {
    if (proxy === null) return notApplicable("the contract forwards no calls");
    if (proxy === undefined) return open("the node doesn't show which implementation runs", "wait");
    switch (proxy.proof) {
      case "code":
      case "probe":
      case "trace":
        return proven(["chain"]);
      case "stated":
        return vouched(
          ["chain"],
          proxy.facets === undefined
            ? "a slot, beacon or function names the implementation, but no call could confirm it"
            : "the diamond's functions or events name its facets, but it may run others",
        );
      case "conflicting":
        return proxy.facets === undefined
          ? open(`there are several candidates: ${listCandidates(proxy.candidates)}`, "none")
          : open(
              `a facet is a proxy that runs another contract in the diamond's storage: ${listCandidates(proxy.candidates.filter(({ runs }) => runs))}`,
              "none",
            );
      case "no-code":
        return open("the implementation's address has no code", "none");
    }
  },
};

function listCandidates(candidates: readonly ProxyCandidate[]): string {
  return joinWords(candidates.map(({ implementation: address }) => address));
}
