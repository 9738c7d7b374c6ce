import type { VerifyRequest } from "../../../src/internal/pipeline/request.ts";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import { getClaimState } from "../../../src/internal/report/verdict.ts";
import { isAlarm } from "../honest.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { type Asking, askingFor, type NodeLie } from "../world/world.ts";
import { type Ended, type Lie, type LieRow, shown, toldIn } from "./lie.ts";
import { withoutTraces } from "./rewrites.ts";

const LIAR = "deployer";

/** Honest nodes, by how much of the past they show. */
const NODES = {
  "full node": () => undefined,
  "no traces": () => withoutTraces,
  "no traces, no history": withoutHistory,
} as const satisfies Readonly<Record<string, (stage: Stage) => NodeLie | undefined>>;

export type NodeKind = keyof typeof NODES;
export const NODE_KINDS = Object.keys(NODES) as readonly NodeKind[];

export function nodeOf(kind: NodeKind, stage: Stage): NodeLie | undefined {
  return NODES[kind](stage);
}

/**
 * A contract that looks honest, and its honest twin. All services and nodes are honest. Each lie is told with and without
 * a build, on each kind of node.
 */
export interface DeployerLie extends LieRow {
  /** @default a full node alone */
  readonly nodes?: readonly NodeKind[];
  /** The user's request beside the address, such as the contract's name. */
  readonly request?: (deployed: Subject, stage: Stage) => Partial<VerifyRequest>;
  /** No query service is configured, as on most chains. @default false */
  readonly withoutQuery?: boolean;
  readonly deploy: (stage: Stage, subject: Subject) => Promise<Subject>;
  /**
   * Deploys the same without malice. The twin must be verified, with the claim proven if the node shows everything;
   * otherwise the lie would show nothing.
   */
  readonly twin: (stage: Stage, subject: Subject) => Promise<Subject>;
}

export function toldByDeployer(lies: readonly DeployerLie[]): readonly Lie[] {
  return lies.flatMap((lie) =>
    (lie.nodes ?? ["full node"]).flatMap((node) =>
      (["verify", "check-alone"] as const).map((mode): Lie => {
        const { name, claim, catches, fits } = lie;
        return {
          ...{ claim, catches, fits },
          name: `${name} (${mode}, ${node})`,
          liar: LIAR,
          tell: async (stage, subject) =>
            tell(stage, lie, await lie.deploy(stage, subject), mode, node, (asking) =>
              toldIn(stage, LIAR, claim, asking),
            ),
          control: async (stage, subject) => {
            const twin = await lie.twin(stage, subject);
            return tell(stage, lie, twin, mode, node, (asking) =>
              control(stage, claim, { asking, isShown: mode === "verify" && node === "full node" }),
            );
          },
        };
      }),
    ),
  );
}

/** A check needs a record, so the contract is verified first. */
async function tell(
  stage: Stage,
  lie: DeployerLie,
  deployed: Subject,
  mode: "verify" | "check-alone",
  node: NodeKind,
  run: (asking: Asking) => Promise<Ended>,
): Promise<Ended> {
  const lying = nodeOf(node, stage);
  const request = lie.request?.(deployed, stage);
  const askingIn = async (how: typeof mode): Promise<Asking> => ({
    ...(await askingFor(stage.world, deployed, how)),
    request,
    node: lying,
    withoutQuery: lie.withoutQuery,
  });
  const asking = await askingIn("verify");
  if (mode === "verify") return run(asking);
  await stage.world.run(asking);
  return run(await askingIn(mode));
}

interface Control {
  readonly asking: Asking;
  /** True if build and node show everything, so that the claim must be proven. */
  readonly isShown: boolean;
}

async function control(stage: Stage, claim: ClaimId, { asking, isShown }: Control): Promise<Ended> {
  const [report] = await stage.world.run(asking);
  const isProven = getClaimState(report?.claims ?? [], claim) === "proven";
  return { passed: !isAlarm(report) && (isProven || !isShown), how: shown(report) };
}

/** A pruned node only knows the code and storage of the latest block. */
function withoutHistory({ world: { chain } }: Stage): NodeLie {
  const block: Readonly<Record<string, number>> = {
    eth_getCode: 1,
    eth_getBalance: 1,
    eth_getTransactionCount: 1,
    eth_call: 1,
    eth_getStorageAt: 2,
  };
  return async (method, params, honest) => {
    const at = params[block[method] ?? -1];
    const isOld = typeof at === "string" && /^0x/.test(at) && at !== (await chain.request("eth_blockNumber"));
    if (isOld) throw Object.assign(new Error("missing trie node"), { code: -32000 });
    return withoutTraces(method, params, honest);
  };
}
