import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Report } from "../../src/report.ts";
import { verifyJson } from "../helpers/cli.ts";
import type { Project } from "../helpers/project.ts";
import type { World } from "../helpers/world.ts";
import type { NodeKind } from "./nodes.ts";
import type { Target } from "./truth.ts";
import { WeakNode } from "./weak-node.ts";

const MANIFEST = "deployments.json";
/** Seconds for a run, which is a hundred contracts on a busy machine. */
const RUN_TIMEOUT = 580;

/** Verifies all contracts from nothing but their addresses, and what they run. */
export async function verifyBehind(
  node: NodeKind,
  targets: readonly Target[],
  project: Project,
  world: World,
): Promise<Report> {
  const contracts = targets.map(({ address }) => ({ address }));
  const manifest = { schema: "verify-contract-deployments/1", chainId: 31337, contracts };
  await writeFile(join(project.root, MANIFEST), JSON.stringify(manifest));
  await using weak = await WeakNode.before(world.chain.rpcUrl, node.weakness);
  const { report } = await verifyJson(project, ["deployments", MANIFEST, "--follow-proxy", "--fresh"], {
    world,
    config: { ...world.config, timeout: RUN_TIMEOUT },
    env: { RPC_URL: weak.url },
  });
  if (report.error !== undefined) throw new Error(`${report.error.code}: ${report.error.message}`);
  return report;
}
