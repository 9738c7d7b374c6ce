import type { CandidateSet } from "../../builds/candidate-set.ts";
import type { FittingBuild } from "../../builds/choose-build.ts";
import { type RestoredSettings, restoredSettings, type Suggestions } from "../../builds/restored-settings.ts";
import { suggestedRemappings } from "../../builds/suggested-remappings.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { compileMetadata } from "../../solidity/compilers/compile-metadata.ts";
import type { Run } from "../run.ts";
import type { LoadedBuild } from "./load-build.ts";

const NOTHING: Suggestions = { metadata: [], remappings: [] };

/** The settings that a contract was deployed with, where the metadata's hash on chain proves that they were others. */
export async function restoreSettings(
  { ports }: Run,
  set: CandidateSet,
  { runtimeBytecode, creation }: DeploymentFacts,
  build: FittingBuild,
  { candidate, compilation }: LoadedBuild,
): Promise<RestoredSettings | undefined> {
  const { sameMetadata, onchainIpfs, libraries } = build.runtime;
  if (sameMetadata || onchainIpfs === undefined) return undefined;
  set.onUsed?.(
    set.candidates.filter((each) => each.metadata !== undefined && each.buildFile === candidate.buildFile),
    "metadata",
  );
  const onchain = { runtime: runtimeBytecode, creation: creation?.initCode?.bytecode };
  const restore = (suggested: Suggestions) =>
    restoredSettings({ ...build, candidate }, onchain, set.candidates, suggested);
  // Outputs are large, and are not opened where the artifacts have the metadata.
  const atHand = restore(NOTHING);
  if (atHand !== undefined) return atHand;
  const { input, file, compilerVersion } = compilation;
  const remappings = suggestedRemappings(input, candidate.inputSourceName, await set.outputs.remappings());
  if (remappings.length === 0 && Object.keys(libraries).length === 0) return undefined;
  // Hardhat 3 does not ask its compiler for metadata.
  const metadata = await set.outputs.metadata(file, () =>
    compileMetadata(ports.compile, input, compilerVersion, ports.signal),
  );
  return restore({ metadata, remappings });
}
