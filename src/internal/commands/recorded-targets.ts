import { displayPath } from "../builds/read-candidates.ts";
import type { Deployment } from "../deployments/model.ts";
import type { DeployedTarget } from "../deployments/plan-targets.ts";
import type { CommandOption, VerifyRequest } from "../pipeline/request.ts";
import type { DeploymentOrigin, Report } from "../report/model.ts";
import { runLine, withoutNetwork } from "./command-line.ts";
import type { ChainConfig } from "./config/resolve-chain-config.ts";
import type { PlannedLane, RunParts } from "./lane.ts";
import { lockedOf } from "./locked-lane.ts";
import { type ValidRequest, withConfig } from "./validate-request.ts";

/** The records of a contract, as the report shows them. */
export function displayedOrigins({ origins }: DeployedTarget, root: string): readonly DeploymentOrigin[] {
  return origins.map(({ tool, name, file }) => ({ tool, name, file: displayPath(file, root) }));
}

/** What records name that is not looked at, as the report shows it. */
export function displayedPassedOver(
  deployments: readonly Pick<Deployment, "passedOver">[],
  root: string,
): Report["passedOver"] {
  return deployments.flatMap(({ passedOver }) =>
    passedOver.map(({ name, file, reason }) => ({ name, file: displayPath(file, root), reason })),
  );
}

type Builds = Pick<ValidRequest, "buildSource" | "options">;

/** Where the build of a contract is: as the user named it, else as its record does. With the options that say the same. */
function withBuilds(
  { buildSource, contract }: DeployedTarget,
  common: Builds & Pick<ValidRequest, "projectRoot">,
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

/** The requests for the contracts of a chain. */
export function requestsOf(
  lane: PlannedLane,
  config: ChainConfig,
  { valid, host }: Pick<RunParts, "valid" | "host">,
  isOfSeveral: boolean,
): readonly VerifyRequest[] {
  const isOfAll = isOfSeveral || valid.allNetworks || lane.networkArgument !== undefined;
  const batch = runLine(valid, isOfAll ? undefined : lane.networkName, host);
  const { common, scope } = valid;
  return lane.targets.map((target) =>
    withConfig(
      {
        ...common,
        ...withBuilds(target, common),
        target: target.target,
        origins: displayedOrigins(target, common.projectRoot),
        recorded: target.recorded,
        contract: target.contract ?? common.contract,
        locked: lockedOf(target, lane, valid),
        networkArgument: lane.networkArgument,
        globals: withoutNetwork(host),
        batch: scope === "one" ? undefined : batch,
      },
      config,
    ),
  );
}
