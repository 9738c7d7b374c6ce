import { cpSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../../src/report.ts";
import { run } from "../build-fixtures/run.ts";
import { verifyJson } from "../helpers/cli.ts";
import { installPackages } from "../helpers/install-packages.ts";
import { HARDHAT, Project, TEST_CONFIG } from "../helpers/project.ts";
import type { World } from "../helpers/world.ts";
import { type NodeKind, weakNode } from "./nodes.ts";
import type { Target } from "./truth.ts";

const MANIFEST = "deployments.json";
/** Seconds. A run has a hundred contracts. */
const RUN_TIMEOUT = 580;

export async function verifyBehind(
  node: NodeKind,
  targets: readonly Target[],
  project: Project,
  world: World,
): Promise<Report> {
  const contracts = targets.map(({ address }) => ({ address }));
  const manifest = { schema: "verify-contract-deployments/1", chainId: 31337, contracts };
  await writeFile(join(project.root, MANIFEST), JSON.stringify(manifest));
  await using weak = await weakNode(world.chain.rpcUrl, node.weakness);
  const { report } = await verifyJson(project, ["deployments", MANIFEST, "--follow-proxy", "--fresh"], {
    world,
    config: { ...world.config, timeout: RUN_TIMEOUT },
    env: { RPC_URL: weak.url },
  });
  if (report.error !== undefined) throw new Error(`${report.error.code}: ${report.error.message}`);
  return report;
}

/** Kept between runs; ignored by Git. */
const SCRATCH = fileURLToPath(new URL("../../.tmp/proxies", import.meta.url));
export const PACKAGES = join(SCRATCH, "node_modules");
const OWN = join(import.meta.dirname, "project");

export async function openWorkspace(): Promise<Project> {
  await installPackages(join(import.meta.dirname, "packages"), SCRATCH);
  const root = join(SCRATCH, "project");
  rmSync(join(root, "contracts"), { recursive: true, force: true });
  cpSync(OWN, root, { recursive: true });
  await run(process.execPath, [HARDHAT, "--config", TEST_CONFIG, "build", "--no-tests"], root);
  return new Project(root);
}
