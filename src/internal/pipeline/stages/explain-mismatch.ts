import { onlyBuild } from "../../builds/choose-build.ts";
import { type ExplainInput, explainDifferences } from "../../bytecode/explain/explain-differences.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import { followProxy, rebuild, withOptions } from "../../errors/next-step.ts";
import type { Explanation } from "../../report/model.ts";
import { writeNext } from "../next-steps.ts";
import type { Run } from "../run.ts";
import { chooseFrom } from "./choose-contract.ts";
import type { CompiledBuilds } from "./read-builds.ts";

/**
 * Why a code on chain is not quite a build's, each with a command to try; the most telling first.
 *
 * @param build Its settings say whether what the code shows can be their effect; undefined if its file can't be read.
 */
export function explainMismatch(
  run: Run,
  { runtimeBytecode: runtime, creation }: DeploymentFacts,
  template: ExplainInput["template"],
  build: Build | undefined,
): Explanation[] {
  const onchain = { runtime, creation: creation?.initCode?.bytecode };
  const compiled = { template, settings: build?.input.settings, compilerVersion: build?.compilerVersion };
  return explainDifferences({ ...onchain, ...compiled }).map((explanation) => ({
    ...explanation,
    next: nextStep(run, explanation.kind),
  }));
}

function nextStep(run: Run, kind: Explanation["kind"]): string {
  const withBuild = (what: string): string => `name ${what} with --build-info`;
  switch (kind) {
    case "no-code":
      return `choose the network that has the contract, with ${run.ports.words.network.flag}`;
    case "proxy":
      return writeNext(run, followProxy);
    case "optimizer":
      return withBuild("a build with those optimizer settings, perhaps of another build profile");
    case "compiler-version":
      return withBuild("a build by that compiler version");
    case "evm-version":
      return withBuild("a build for that EVM version");
    case "via-ir":
      return withBuild("a build with viaIR and viaSSACFG as they were set for the deployment");
    case "library":
      return withBuild("a build for those library addresses");
    case "constructor-arguments":
      return "give the creating transaction with --creation-tx-hash";
    case "metadata":
      return DEPLOYED_COMMIT;
    case "truncated":
    case "extended":
    case "other-code":
    case "factory":
      return withBuild("the build that was deployed");
    case "immutables":
    case "constant":
    case "sources":
    case "unexplained":
    case "constructor":
      return DEPLOYED_COMMIT;
  }
}

const DEPLOYED_COMMIT =
  "check out the commit that was deployed, and compile; or name its build with --build-info";

/** The contract of the same build files that has the metadata hash on chain, where the user named another one. */
export function exactInstead(
  { request }: Run,
  facts: DeploymentFacts,
  { set }: CompiledBuilds,
): BuildCandidate | undefined {
  if (request.contract === undefined) return undefined;
  const found = onlyBuild(chooseFrom(facts, { set }));
  if (found === undefined) return undefined;
  const { candidate, runtime } = found;
  return runtime.sameMetadata && runtime.hasMetadataHash ? candidate : undefined;
}

/** Replaces the explanation that the bytes alone suggest by a better one for metadata that differs, if there is one. */
export function explainWeaker(
  run: Run,
  explanations: readonly Explanation[],
  compilation: Build,
  instead: BuildCandidate | undefined,
): Explanation[] {
  return explanations.map((each) => {
    if (each.kind !== "metadata" || each.side !== "runtime") return each;
    if (instead !== undefined) {
      return {
        ...each,
        text: hasHash(instead),
        next: writeNext(run, withOptions(["--contract", instead.fullyQualifiedName])),
      };
    }
    return !each.text.startsWith(ONLY_METADATA) || !isOfHardhat3(compilation)
      ? each
      : { ...each, certainty: "likely", text: PARTIAL_REBUILD, next: writeNext(run, rebuild) };
  });
}

/** Says that a contract has the hash that is on chain. */
export function hasHash({ fullyQualifiedName }: BuildCandidate): string {
  return `${fullyQualifiedName} of the same build files has the metadata hash that is on chain`;
}

const ONLY_METADATA = "only the metadata differs";
const PARTIAL_REBUILD =
  "only the metadata differs, the program is the same: Hardhat rebuilt only some files and used other remappings, or the sources were changed where it has no effect on the code";

/** Its compiler gets paths of its own. */
function isOfHardhat3({ input }: Build): boolean {
  return Object.keys(input.sources).some((path) => /^(?:project|npm)\//.test(path));
}
