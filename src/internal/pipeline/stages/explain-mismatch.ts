import { getOnlyBuild } from "../../builds/choose-build.ts";
import { type ExplainInput, explainDifferences } from "../../bytecode/explain/explain-differences.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import { advice, followProxy, rebuild, withOptions } from "../../errors/next-step.ts";
import type { Explanation } from "../../report/model.ts";
import { writeNext } from "../next-steps.ts";
import type { End, Run } from "../run.ts";
import { chooseFrom } from "./choose-contract.ts";
import type { CompiledBuilds } from "./read-builds.ts";

/**
 * The most likely explanation comes first. If the build file can be read, its settings confirm or exclude some
 * explanations.
 */
export function explainMismatch(
  run: Run,
  { runtimeBytecode: runtime, creation }: DeploymentFacts,
  template: ExplainInput["template"],
  build: Build | undefined,
): Explanation[] {
  const onchain = { runtime, creation: creation?.initCode?.bytecode };
  const compiled = { template, settings: build?.input.settings, compilerVersion: build?.compilerVersion };
  return explainDifferences({ ...onchain, ...compiled }).map((explanation) => {
    const [, next] = KINDS[explanation.kind];
    return { ...explanation, next: typeof next === "string" ? next : next(run) };
  });
}

const nameBuild = (what: string): string => `use --build-info to name ${what}`;
const DEPLOYED_BUILD = nameBuild("the build that was deployed");
const DEPLOYED_COMMIT = "check out the deployed commit and compile, or use --build-info to name its build";

const KINDS: Readonly<
  Record<Explanation["kind"], readonly [cause: string, next: string | ((run: Run) => string)]>
> = {
  "compiler-version": [
    "the deployed code was compiled with a different compiler version",
    nameBuild("a build from that compiler version"),
  ],
  "evm-version": [
    "the deployed code was compiled with a different evmVersion",
    nameBuild("a build for that EVM version"),
  ],
  "via-ir": [
    "the deployed code was compiled with different viaIR or viaSSACFG settings",
    nameBuild("a build with the deployment's viaIR and viaSSACFG settings"),
  ],
  optimizer: [
    "a different build profile with different optimizer settings was deployed",
    nameBuild("a build with those optimizer settings, perhaps from another build profile"),
  ],
  library: [
    "the deployed code uses libraries at different addresses",
    nameBuild("a build with those library addresses"),
  ],
  immutables: ["the code was modified after compilation, or belongs to another contract", DEPLOYED_COMMIT],
  constant: ["a constant in the sources has changed since the deployment", DEPLOYED_COMMIT],
  sources: ["the sources have been changed and recompiled since the deployment", DEPLOYED_COMMIT],
  metadata: ["the sources or settings have changed since the deployment", DEPLOYED_COMMIT],
  "metadata-settings": [
    "the deployed code was compiled with different metadata settings (bytecodeHash, appendCBOR)",
    nameBuild("a build with those metadata settings, perhaps from another build profile"),
  ],
  constructor: ["the constructor has changed since the deployment", DEPLOYED_COMMIT],
  "constructor-arguments": [
    "the constructor has changed since the deployment",
    "specify the creation transaction with --creation-tx-hash",
  ],
  proxy: ["it is a proxy that runs another contract's code", (run) => writeNext(run, followProxy)],
  "no-code": [
    "the contract no longer exists",
    ({ ports }) => `choose the network that has the contract, with ${ports.words.network.flag}`,
  ],
  truncated: ["the code was truncated before deployment", DEPLOYED_BUILD],
  extended: ["the code was extended after compilation", DEPLOYED_BUILD],
  "other-code": ["it is a different contract, perhaps from another project", DEPLOYED_BUILD],
  unexplained: [
    "different sources, another build profile or different compiler settings were deployed",
    DEPLOYED_COMMIT,
  ],
};

/** Settings that change the metadata, and often the creation code, of an unchanged program. */
const SETTINGS: ReadonlySet<Explanation["kind"]> = new Set([
  "compiler-version",
  "metadata-settings",
  "library",
]);

export function getCause(kind: Explanation["kind"]): string {
  return KINDS[kind][0];
}

/** The contract with the on-chain metadata hash, if the user named a different contract. */
export function findExactInstead(
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

/** @param answer The user's answer, if asked whether to submit such a build anyway. */
export function describeNotAsDeployed(
  { findings, request }: Run,
  changed: "metadata" | "constructor",
  answer?: string,
): End {
  const { contract, expectedMatch, explanations } = findings;
  const settings = explanations.find(({ kind }) => SETTINGS.has(kind));
  const what = changed === "metadata" ? "a comment, a path or a setting" : "the constructor";
  const cause =
    settings === undefined
      ? {
          likely: `${what} has changed since the deployment`,
          next: advice("check out the deployed commit and recompile", rebuild),
        }
      : { likely: getCause(settings.kind), next: advice(settings.next) };
  return {
    code: "VC211",
    values: { name: contract?.fullyQualifiedName ?? "" },
    facts: [
      ["Required", answer === undefined && changed === "metadata" ? request.requirement.minMatch : undefined],
      ["Answered", answer],
      ["Expected", `creation ${expectedMatch?.creation}, runtime ${expectedMatch?.runtime}`],
      ["Because", expectedMatch?.reasons.join("; ")],
    ],
    ...cause,
  };
}

/** Replaces the generic explanation for different metadata if a more specific one applies. */
export function explainWeaker(
  run: Run,
  explanations: readonly Explanation[],
  compilation: Build,
  instead: BuildCandidate | undefined,
): Explanation[] {
  return explanations.map((each) => {
    if (!each.kind.startsWith("metadata") || each.side !== "runtime") return each;
    if (instead !== undefined) {
      const next = writeNext(run, withOptions(["--contract", instead.fullyQualifiedName]));
      return { ...each, text: describeExact(instead), next };
    }
    if (!each.text.startsWith(ONLY_METADATA) || !isFromHardhat3(compilation)) return each;
    return { ...each, certainty: "likely", text: PARTIAL_REBUILD, next: writeNext(run, rebuild) };
  });
}

export function describeExact({ fullyQualifiedName }: BuildCandidate): string {
  return `${fullyQualifiedName} in the same build files has the metadata hash on chain`;
}

const ONLY_METADATA = "only the metadata differs";
const PARTIAL_REBUILD =
  "only the metadata differs; the program is the same: Hardhat rebuilt only some files and used different remappings, or the sources were changed without affecting the code";

/** Hardhat 3 prefixes the source paths that it passes to the compiler. */
function isFromHardhat3({ input }: Build): boolean {
  return Object.keys(input.sources).some((path) => /^(?:project|npm)\//.test(path));
}
