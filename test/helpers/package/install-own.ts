import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { installOnce } from "../install-packages.ts";
import { packedProject } from "./packed.ts";

const CHECKOUT = path.resolve(import.meta.dirname, "../../..");
const OWN = "hardhat-verify-contract";

export function installOwn(modules: string): Promise<void> {
  const { root, integrity } = packedProject();
  return installOnce(path.join(modules, OWN), integrity, (made) => {
    cpSync(path.join(root, "node_modules", OWN), made, { recursive: true });
    const { dependencies }: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(path.join(made, "package.json"), "utf8"),
    );
    for (const name of [...Object.keys(dependencies), "@ethereum-sourcify/lib-sourcify", "solc"]) {
      const link = path.join(made, "node_modules", name);
      mkdirSync(path.dirname(link), { recursive: true });
      if (!existsSync(link)) symlinkSync(path.join(CHECKOUT, "node_modules", name), link, "junction");
    }
  });
}
