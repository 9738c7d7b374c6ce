import { type Choice, chooseBuild } from "../../build/choose-build.ts";
import { linkedBySettings } from "../../build/linked-by-settings.ts";
import type { DeploymentFacts } from "../../target/deployment-facts.ts";
import type { Run } from "../run.ts";
import { type CompiledBuilds, readWiderBuilds } from "./read-builds.ts";

/** What was chosen, and from which builds. */
export interface Chosen {
  readonly builds: CompiledBuilds;
  readonly choice: Choice;
}

/**
 * Chooses the contract that is on chain. Where what is quick to read has none that is certain, compiler outputs are read
 * too: that of an older build may be exact where an artifact has the same code and other metadata.
 */
export async function choose(run: Run, facts: DeploymentFacts, builds: CompiledBuilds): Promise<Chosen> {
  const quick = { builds, choice: chooseFrom(facts, builds) };
  const { buildSource } = run.request;
  const isSourceless = run.draft.proxy?.kind === "EIP-1167";
  if (isSourceless || buildSource.kind !== "build-files" || isCertain(quick, facts)) return quick;
  const wider = await readWiderBuilds(run, buildSource);
  const choice = chooseFrom(facts, wider);
  // Several that are no better leave it at the one that was found.
  return choice.kind === "ambiguous" && quick.choice.kind === "found" ? quick : { builds: wider, choice };
}

function chooseFrom({ runtimeBytecode, creation }: DeploymentFacts, { candidates }: CompiledBuilds): Choice {
  return chooseBuild(runtimeBytecode, creation?.creationBytecode, candidates);
}

/** Whether no other build can be a better one: the metadata is that on chain, as it is or with libraries put back. */
function isCertain({ builds, choice }: Chosen, { runtimeBytecode, creation }: DeploymentFacts): boolean {
  if (choice.kind !== "found") return false;
  const onchain = { runtime: runtimeBytecode, creation: creation?.creationBytecode };
  return (
    choice.build.runtime.sameMetadata ||
    linkedBySettings(choice.build, onchain, builds.set.candidates) !== undefined
  );
}
