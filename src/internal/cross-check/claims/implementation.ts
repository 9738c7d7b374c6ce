import { listWords } from "../../text/amounts.ts";
import { type ClaimRule, notApplicable, open, proven, vouched } from "../claim.ts";

export const implementation: ClaimRule = {
  id: "implementation",
  proof:
    "Proven by the code of a minimal proxy, by a call in which the implementation's code was replaced, or by the node's call trace. Vouched for by a storage slot or a beacon. Open with two answers, and where the node does not say.",
  checks: ["proxy"],
  judge: ({ proxy }) => {
    if (proxy === null) return notApplicable("the contract forwards no calls");
    if (proxy === undefined) return open("no answer of the node shows which implementation runs", "wait");
    switch (proxy.proof) {
      case "code":
      case "probe":
      case "trace":
        return proven(["chain"]);
      case "stated":
        return vouched(["chain"], "a slot, a beacon or a function names it, and no call could show it");
      case "conflicting":
        return open(
          `there are several answers: ${listWords(proxy.candidates.map(({ implementation }) => implementation))}`,
          "none",
        );
      case "no-code":
        return open("there is no code at the address of the implementation", "none");
    }
  },
};
