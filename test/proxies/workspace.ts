import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { run } from "../build-fixtures/run.ts";
import { installPackages } from "../helpers/install-packages.ts";
import { HARDHAT, Project, TEST_CONFIG } from "../helpers/project.ts";

/** Kept, so that a second run is quick; ignored by Git. */
const SCRATCH = fileURLToPath(new URL("../../.tmp/proxies", import.meta.url));
/** The packages that only this suite has. */
export const PACKAGES = join(SCRATCH, "node_modules");
const OWN = join(import.meta.dirname, "project");

/** The project of the suite, below its packages, compiled. */
export async function openWorkspace(): Promise<Project> {
  await installPackages(join(import.meta.dirname, "packages"), SCRATCH);
  const root = join(SCRATCH, "project");
  rmSync(join(root, "contracts"), { recursive: true, force: true });
  cpSync(OWN, root, { recursive: true });
  await run(process.execPath, [HARDHAT, "--config", TEST_CONFIG, "build", "--no-tests"], root);
  return new Project(root);
}
