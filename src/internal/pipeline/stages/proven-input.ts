import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import type { Submission } from "../../domain/record.ts";
import { addLibraries } from "../../submission/plan-submission.ts";
import type { Proven } from "../ports.ts";
import type { Run } from "../run.ts";
import type { FoundBuild } from "./find-build.ts";

/**
 * For explorers, the contract must belong to this project, its runtime code and sources must be proven or vouched for,
 * and no claim may be refuted.
 */
export function getProvenInput(
  { findings: { claims = [], relation, constructorArguments } }: Run,
  { address, runtimeBytecode }: DeploymentFacts,
  { unlinked }: FoundBuild,
  { stdJsonInput, contractIdentifier, compilerVersion }: Submission,
): Proven | undefined {
  const getState = (claim: string) => claims.find(({ id }) => id === claim)?.state;
  const isShown = ["runtime-code", "sources"].every((id) => /^(proven|vouched)$/.test(getState(id) ?? ""));
  const isRefuted = claims.some(({ state }) => state === "refuted");
  if (!isShown || isRefuted || (relation !== undefined && relation.whose !== "ours")) return undefined;
  return {
    address,
    // Explorers take library addresses only from the settings.
    input: addLibraries(stdJsonInput, unlinked),
    contractIdentifier,
    compilerVersion,
    // Without decoded arguments, only proven creation code shows that there are none.
    constructorArguments:
      constructorArguments?.encoded ?? (getState("creation-code") === "proven" ? "0x" : undefined),
    runtimeBytecode,
    addedLibraries: unlinked.map(({ name }) => name),
  };
}
