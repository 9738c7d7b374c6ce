import type { CreationFacts } from "../../chain/deployment-facts.ts";
import type { Witness } from "../../domain/witness.ts";
import { type ClaimRule, open, proven, vouched } from "../claim.ts";
import { currentRecords } from "../compare/records-of-this.ts";

export const deployment: ClaimRule = {
  id: "deployment",
  proof:
    "Proven by the chain, which has the creating transaction, where it is the creation of what is there now (see [the life of an address](#the-life-of-an-address)). Whoever named the transaction vouches for it where the contract may have been created anew since, and where the chain does not show what the transaction created. Open where the transaction is not known, and where the constructor arguments of a deployment record could not be compared.",
  checks: [
    "deployment-transaction",
    "constructor-arguments",
    "recorded-transaction",
    "recorded-contract",
    "created-in-block",
    "creation-code-query",
  ],
  judge: (evidence, checks) => {
    const { creation } = evidence.facts;
    if (creation === undefined) return open("the creating transaction is not known", "creation-tx");
    const { knownFrom, initCode, factory, doubt } = creation;
    const namesArguments = currentRecords(evidence).some(
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
        [namedBy(creation)],
        "the chain does not show that this transaction created the contract",
      );
    return doubt === undefined ? proven(["chain"]) : vouched([namedBy(creation)], doubt);
  },
};

/** The witness that a transaction is the contract's last creation, if the chain does not show it. */
export function namedBy({ knownFrom, statedTimestamp }: CreationFacts): Witness {
  return statedTimestamp === undefined ? NAMED_BY[knownFrom] : "query service";
}

const NAMED_BY: Readonly<Record<CreationFacts["knownFrom"], Witness>> = {
  option: "request",
  deployment: "deployment",
  record: "record",
  "query-service": "query service",
  chain: "chain",
};
