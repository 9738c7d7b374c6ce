import { createRequire } from "node:module";

const manifest = createRequire(import.meta.url)("hardhat-verify-contract/package.json") as {
  readonly name: string;
  readonly version: string;
};

export const TOOL = { name: manifest.name, version: manifest.version } as const;
