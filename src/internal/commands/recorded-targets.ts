import { displayPath } from "../builds/read-candidates.ts";
import type { DeployedTarget } from "../deployments/plan-targets.ts";
import type { CommandOption } from "../errors/next-step.ts";
import type { Related } from "../pipeline/find-related.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import type { DeploymentOrigin } from "../report/model.ts";
import { runLine, withoutNetwork } from "./command-line.ts";
import type { ChainConfig } from "./config/resolve-chain-config.ts";
import type { RunParts, RunTarget } from "./run-parts.ts";

/** The records of a contract, as the report shows them. */
export function displayedOrigins({ origins }: DeployedTarget, root: string): readonly DeploymentOrigin[] {
  return origins.map((origin) => ({ ...origin, file: displayPath(origin.file, root) }));
}

type Builds = Pick<VerifyRequest, "buildSource" | "options">;

/** Where the build of a contract is: as the user named it, else as its record does. With the options that say the same. */
function withBuilds(
  { buildSource, contract }: DeployedTarget,
  common: Builds & Pick<VerifyRequest, "projectRoot">,
): Builds {
  if (buildSource === common.buildSource && contract === undefined) return common;
  const named: readonly CommandOption[] = contract === undefined ? [] : [["--contract", contract]];
  if (common.buildSource.kind === "build-files" && common.buildSource.isNamed) {
    return { buildSource: common.buildSource, options: [...named, ...common.options] };
  }
  const shown = (location: string): string => displayPath(location, common.projectRoot);
  if (buildSource.kind === "standard-json-input") {
    const { file, compilerVersion } = buildSource;
    const input = [
      ["--std-json-input", shown(file)],
      ["--compiler-version", compilerVersion],
    ] as const;
    return { buildSource, options: [...named, ...input, ...common.options] };
  }
  const [first] = buildSource.locations;
  const isDefault =
    first === undefined ||
    (common.buildSource.kind === "build-files" &&
      common.buildSource.locations.some((location) => first.startsWith(location)));
  return {
    buildSource,
    options: [...named, ...(isDefault ? [] : [["--build-info", shown(first)] as const]), ...common.options],
  };
}

/** What the user said of the contract that it belongs to does not hold for it, but the name of a clone. */
function commonOfRelated(
  { options, contract, ...common }: RunParts["valid"]["common"],
  { because, isOfClone }: Related,
): RunParts["valid"]["common"] {
  const dropped = ["--creation-tx-hash", "--sources", ...(isOfClone ? [] : ["--contract"])];
  return {
    ...common,
    options: options.filter(([flag]) => !dropped.includes(flag)),
    contract: isOfClone ? contract : undefined,
    creationTransactionHash: undefined,
    // Nothing but what it imports: nobody named it.
    sources: "minimal",
    lookedAtAs: { because },
  };
}

export function requestOf(
  target: RunTarget,
  config: ChainConfig,
  { valid, host }: Pick<RunParts, "valid" | "host">,
  isOfSeveral: boolean,
): VerifyRequest {
  const { scope, allNetworks, requireCreation, minMatch = config.minMatch } = valid;
  const { related } = target;
  const common = related === undefined ? valid.common : commonOfRelated(valid.common, related);
  const { networkName, networkArgument } = target.chain;
  const isOfAll = isOfSeveral || allNetworks || networkArgument !== undefined;
  return {
    ...common,
    ...withBuilds(target, common),
    requirement: { minMatch, requireCreation },
    target: target.target,
    known: target.known,
    origins: displayedOrigins(target, common.projectRoot),
    recorded: target.recorded,
    contract: target.contract ?? common.contract,
    locked: target.locked,
    networkArgument,
    globals: withoutNetwork(host),
    batch: scope === "one" ? undefined : runLine(valid, isOfAll ? undefined : networkName, host),
  };
}
