import { compareCode } from "../../bytecode/compare.ts";
import type { Witness } from "../../domain/witness.ts";
import { getClaimChecks } from "../checks/index.ts";
import { storageLayout } from "../checks/interface.ts";
import { type ClaimRule, type Findings, open, openForIncompleteRecord, proven, vouched } from "../claim.ts";
import { comparableEntries, compareEntries, getMetadataAbi } from "../compare/abi-entries.ts";
import { mustFitBuild } from "../compare/comparable.ts";
import { findWrittenCode, getLocalCompilation } from "../compare/compiled-here.ts";
import type { Evidence } from "../evidence.ts";

export const contractInterface: ClaimRule = {
  id: "interface",
  proof:
    "Proven if the ABI is confirmed by the build or by a compiler on this machine, and none of the claim's checks is unknown. Otherwise, only the verification service vouches. It also vouches if the record has a storage layout that was not compared. Open if the constructor itself writes the runtime code.",
  judge: (evidence, checks) => {
    if (evidence.record.abi == null)
      return openForIncompleteRecord(evidence, "the service doesn't return the ABI", "none");
    if (findWrittenCode(evidence) !== undefined)
      return open("the ABI describes compiled code that isn't the code on chain", "none");
    const shown = findAbiWitnesses(evidence, checks);
    if (shown === undefined) return vouched(["record"], "only the verification service provides it");
    const unknown = getClaimChecks(contractInterface.id).find((id) => checks.status(id) === "unknown");
    if (unknown !== undefined) return vouched(["record"], checks.reason(unknown));
    const hasLayout = evidence.record.storageLayout != null;
    const isCompared = checks.passed(storageLayout.id) || checks.passed("recompiled-storage-layout");
    return hasLayout && !isCompared ? vouched(["record"], checks.reason(storageLayout.id)) : proven(shown);
  },
};

/** Returns the witnesses for the ABI if the service isn't the only witness. */
function findAbiWitnesses(evidence: Evidence, checks: Findings): readonly Witness[] | undefined {
  if (checks.passed("recompiled-here", "recompiled-interface")) return ["record", "compiler"];
  if (checks.passed("abi") && isWholeAbi(evidence)) return ["record", "build"];
  const isOnChain = checks.passed("metadata-hash") && getMetadataAbi(evidence.record) !== undefined;
  // An author can put the hash of any metadata into the code. A compiler only adds the hash of its own metadata.
  const compiled = getLocalCompilation(evidence);
  const comparison = compiled && compareCode("runtime", evidence.facts.runtimeBytecode, compiled.runtime);
  return isOnChain && comparison?.sameMetadata === true ? ["record", "chain", "compiler"] : undefined;
}

/** True if the whole ABI was compared. If the metadata differs, the check compares only functions. */
function isWholeAbi(evidence: Evidence): boolean {
  const { record, build } = evidence;
  if (mustFitBuild(evidence)) return true;
  const built = build?.compiled?.abi;
  if (built === undefined || record.abi == null) return false;
  return (
    compareEntries(comparableEntries(built), comparableEntries(record.abi), "entries").status === "passed"
  );
}
