import { type ClaimRule, proven, vouched } from "../claim.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";

export const contractInterface: ClaimRule = {
  id: "interface",
  says: "ABI, documentation, storage layout and signatures are the contract's",
  proof:
    "Proven by the metadata whose hash is on chain, by the build, or by a compiler on this machine. The service vouches for it otherwise.",
  checks: ["abi", "signatures", "storage-layout", "recompiled-interface", "recompiled-storage-layout"],
  judge: (evidence, checks) => {
    if (checks.passed("recompiled-here", "recompiled-interface")) return proven(["record", "compiler"]);
    if (checks.passed("abi")) return proven(["record", "build"]);
    if (checks.passed("metadata-hash") && restsOnSameMetadata(evidence) && evidence.record.abi != null)
      return proven(["record", "chain"]);
    return vouched(["record"], "only the verification service shows it");
  },
};
