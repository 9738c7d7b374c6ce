import { isLongZero } from "../../domain/contract-addresses.ts";
import { isHedera } from "../../domain/hedera.ts";
import { type ClaimRule, notApplicable, open, vouched } from "../claim.ts";

export const identity: ClaimRule = {
  id: "identity",
  proof:
    "A long-zero address is the contract's number and proves itself. For another address the query service vouches, once it has the contract's code; without its word the claim is open on Hedera, and for a contract that was named by its id. Refuted where the query service has other code for the contract.",
  checks: ["runtime-code-query", "query-address", "not-deleted", "not-expired"],
  judge: ({ query, isNamedById, facts }, checks) => {
    if (isLongZero(facts.address)) return notApplicable("the address is the contract's number");
    if (query.state === "known" && checks.passed("runtime-code-query")) return vouched(["query service"]);
    if (!isHedera(facts.chainId) && !isNamedById) return notApplicable("the chain has no contract ids");
    switch (query.state) {
      case "known":
        return open(checks.reason("runtime-code-query") ?? "the query service shows no code", "wait");
      case "not-configured":
        return isNamedById
          ? open("no query service says whose id it is", "none")
          : notApplicable("the contract was named by its address");
      case "not-found":
        return open("the query service does not know the contract", "wait");
      case "unavailable":
        return open(query.reason, "wait");
    }
  },
};
