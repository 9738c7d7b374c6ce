import { getOnlyBuild } from "../../builds/choose-build.ts";
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
 * Explains why the code on chain differs from a build's. Each explanation suggests a command; the most likely comes first.
 *
 * @param build Its settings rule explanations in or out. Undefined if its file can't be read.
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

const withBuild = (what: string): string => `name ${what} with --build-info`;
const DEPLOYED_BUILD = withBuild("the build that was deployed");
const DEPLOYED_COMMIT =
  "check out the commit that was deployed, and compile; or name its build with --build-info";

/** The usual cause of a difference, and the next step. */
const KINDS: Readonly<
  Record<Explanation["kind"], readonly [cause: string, next: string | ((run: Run) => string)]>
> = {
  "compiler-version": [
    "the compiler was another one when it was deployed",
    withBuild("a build by that compiler version"),
  ],
  "evm-version": [
    "the setting evmVersion was another one when it was deployed",
    withBuild("a build for that EVM version"),
  ],
  "via-ir": [
    "the setting viaIR or viaSSACFG was another one when it was deployed",
    withBuild("a build with viaIR and viaSSACFG as they were set for the deployment"),
  ],
  optimizer: [
    "another build profile was deployed, with other optimizer settings",
    withBuild("a build with those optimizer settings, perhaps of another build profile"),
  ],
  library: ["the libraries were at other addresses", withBuild("a build for those library addresses")],
  immutables: ["the code was changed after it was deployed, or is of another contract", DEPLOYED_COMMIT],
  constant: ["a constant in the sources was changed since", DEPLOYED_COMMIT],
  sources: ["the sources were changed and compiled again since", DEPLOYED_COMMIT],
  metadata: ["the sources or settings were changed and compiled again since", DEPLOYED_COMMIT],
  factory: ["another contract created it", DEPLOYED_BUILD],
  constructor: ["the constructor was changed since", DEPLOYED_COMMIT],
  "constructor-arguments": [
    "the constructor was changed since",
    "give the creating transaction with --creation-tx-hash",
  ],
  proxy: ["it is a proxy: the code of another contract runs", (run) => writeNext(run, followProxy)],
  "no-code": [
    "the contract is gone",
    ({ ports }) => `choose the network that has the contract, with ${ports.words.network.flag}`,
  ],
  truncated: ["the code was cut short on its way", DEPLOYED_BUILD],
  extended: ["the code was made longer after compiling", DEPLOYED_BUILD],
  "other-code": ["it is another contract, or one of another project", DEPLOYED_BUILD],
  unexplained: [
    "other sources, another build profile or other compiler settings were deployed",
    DEPLOYED_COMMIT,
  ],
};

function nextStep(run: Run, kind: Explanation["kind"]): string {
  const [, next] = KINDS[kind];
  return typeof next === "string" ? next : next(run);
}

export function causeOf(kind: Explanation["kind"]): string {
  return KINDS[kind][0];
}

/** The contract in the same build files that has the metadata hash on chain, if the user named a different contract. */
export function exactInstead(
  { request }: Run,
  facts: DeploymentFacts,
  { set }: CompiledBuilds,
): BuildCandidate | undefined {
  if (request.contract === undefined) return undefined;
  const found = getOnlyBuild(chooseFrom(facts, { set }));
  if (found === undefined) return undefined;
  const { candidate, runtime } = found;
  return runtime.sameMetadata && runtime.hasMetadataHash ? candidate : undefined;
}

/** Replaces the generic explanation of differing metadata if a more specific one applies. */
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

export function hasHash({ fullyQualifiedName }: BuildCandidate): string {
  return `${fullyQualifiedName} of the same build files has the metadata hash that is on chain`;
}

const ONLY_METADATA = "only the metadata differs";
const PARTIAL_REBUILD =
  "only the metadata differs, the program is the same: Hardhat rebuilt only some files and used other remappings, or the sources were changed where it has no effect on the code";

/** Hardhat 3 prefixes the source paths that it passes to the compiler. */
function isOfHardhat3({ input }: Build): boolean {
  return Object.keys(input.sources).some((path) => /^(?:project|npm)\//.test(path));
}
