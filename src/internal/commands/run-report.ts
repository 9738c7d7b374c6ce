import { displayPath } from "../builds/read-candidates.ts";
import type { DeployedTarget } from "../deployments/plan-targets.ts";
import { emptyFindings } from "../pipeline/findings.ts";
import { contractReport, makeReport, NO_SERVICES } from "../pipeline/make-report.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import type { Report } from "../report/model.ts";
import type { Found } from "./find-lanes.ts";
import type { PlannedLane, RunParts } from "./lane.ts";
import type { ValidRun } from "./validate-request.ts";

/** No chain can be asked: the outcome of the one contract, or of the run. */
export function lostReport(
  { valid, evidence }: RunParts,
  { services, networks = [], problem, outcome }: Found,
  startedAt: Date,
): Report {
  const [target] = valid.contracts;
  const isOne = valid.scope === "one" && target !== undefined && outcome !== undefined;
  const contracts = isOne
    ? [contractReport(emptyFindings({ ...valid.common, target }), outcome, problem)]
    : [];
  for (const report of contracts) evidence.given({ lane: 0, index: 0 }, report);
  return makeReport({
    command: valid.command,
    startedAt,
    finishedAt: new Date(),
    network: null,
    ...(networks.length === 0 ? {} : { networks }),
    services: services ?? NO_SERVICES,
    contracts,
    shard: shardPart(valid, null),
    ...(isOne || problem === undefined ? {} : { error: problem }),
  });
}

export function shardPart(valid: ValidRun, plan: string | null): NonNullable<Report["shard"]> | undefined {
  const { shard } = valid;
  if (shard === undefined) return undefined;
  // All shards of a run have the same options.
  const options = valid.options.filter(([flag]) => flag !== "--shard");
  return { ...shard, plan, options: options.map((option) => option.join(" ")) };
}

export function networkParts(
  lanes: readonly PlannedLane[],
  services: readonly Report["services"][],
  skipped: Found["networks"],
): Pick<Report, "network" | "networks" | "services"> {
  const networks = lanes.map(({ networkName: name, chainId, node }, index) => ({
    name,
    chainId,
    services: services[index] ?? NO_SERVICES,
    ...(node.kind === "unknown" ? { error: node.problem } : {}),
  }));
  const [first, second] = networks;
  return {
    network:
      first === undefined || second !== undefined ? null : { name: first.name, chainId: first.chainId },
    ...(skipped === undefined ? {} : { networks: [...networks, ...skipped] }),
    services: commonServices(services),
  };
}

/** Where chains have different services, none is that of the run. */
function commonServices([first, ...others]: readonly Report["services"][]): Report["services"] {
  if (first === undefined) return NO_SERVICES;
  const common = (key: keyof Report["services"]): string | null =>
    others.every((each) => each[key] === first[key]) ? first[key] : null;
  return { verification: common("verification"), query: common("query"), status: common("status") };
}

export function announce(
  lanes: readonly PlannedLane[],
  { project, onEvent }: RunParts,
  {
    passedOver,
    shard,
    networks,
  }: Pick<Report, "passedOver" | "shard"> & { readonly networks: Found["networks"] },
): void {
  const { unknownProfile } = project.foundry;
  if (unknownProfile !== undefined) onEvent({ type: "unknown-profile", profile: unknownProfile });
  const records = lanes.flatMap(({ deployments }) =>
    deployments.map(({ location }) => displayPath(location, project.root)),
  );
  const asked = lanes.map(({ networkName: name, chainId }) => ({ name, chainId }));
  onEvent({
    type: "batch",
    records: [...new Set(records)],
    contracts: lanes.flatMap(({ targets, networkName }) =>
      targets.map((target) => shownTarget(target, lanes.length > 1 ? networkName : undefined)),
    ),
    ...(networks === undefined ? {} : { networks: [...asked, ...networks] }),
    passedOver,
    shard,
    concurrency: lanes.reduce(
      (most, { node }) => Math.max(most, node.kind === "open" ? node.config.concurrency : 0),
      0,
    ),
  });
}

/** A contract in the list that a screen shows. */
export function shownTarget({ target, origins: [first], lockedName, locked }: Shown, network?: string) {
  return {
    name: first?.name ?? lockedName ?? locked?.entry?.name ?? target.input,
    address: target.kind === "address" ? target.address : target.contractId,
    ...(network === undefined ? {} : { network }),
  };
}

type Shown = Pick<VerifyRequest, "target" | "locked"> &
  Pick<DeployedTarget, "lockedName"> & { readonly origins: readonly { readonly name: string }[] };
