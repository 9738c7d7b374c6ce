import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

import { packedProject } from "./packed.ts";

const CHECKOUT = path.resolve(import.meta.dirname, "../../..");
const OWN = "hardhat-verify-contract";

/** Installs the packed package into a node_modules folder, with dependencies from the checkout. */
export function installOwn(modules: string): void {
  const own = path.join(modules, OWN);
  rmSync(own, { recursive: true, force: true });
  cpSync(path.join(packedProject().root, "node_modules", OWN), own, { recursive: true });
  const { dependencies }: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(path.join(own, "package.json"), "utf8"),
  );
  for (const name of [...Object.keys(dependencies), "@ethereum-sourcify/lib-sourcify", "solc"]) {
    const link = path.join(own, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(path.join(CHECKOUT, "node_modules", name), link, "junction");
  }
}
