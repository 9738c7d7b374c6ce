import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Project } from "../project.ts";

const SOURCES = fileURLToPath(new URL("../../build-fixtures/sources/contracts", import.meta.url));

export async function copyContracts({ root }: Project): Promise<void> {
  await cp(SOURCES, join(root, "contracts"), { recursive: true });
}
