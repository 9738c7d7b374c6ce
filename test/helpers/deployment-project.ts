import { cp } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { caseFolder, type DeploymentCase } from "./deployment-cases.ts";
import { type Project, uncompiledProject } from "./project.ts";

const SOURCES = fileURLToPath(new URL("../build-fixtures/sources/", import.meta.url));

/** Facts recorded from the chain, not written by a tool. */
const OF_CHAIN = new Set(["facts.json", "transactions.json"]);

export async function deploymentProject(name: DeploymentCase): Promise<Project> {
  const project = await uncompiledProject("deployments");
  await cp(caseFolder(name), project.root, {
    recursive: true,
    filter: (path) => !OF_CHAIN.has(basename(path)),
  });
  if (name.startsWith("foundry")) {
    // The case's artifacts don't contain the sources.
    await cp(join(SOURCES, "contracts"), join(project.root, "contracts"), { recursive: true });
    await cp(join(SOURCES, "access"), join(project.root, "lib", "access"), { recursive: true });
  }
  return project;
}
