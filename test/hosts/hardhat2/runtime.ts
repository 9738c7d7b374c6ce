import type { Runtime } from "../../../src/internal/hosts/hardhat2/runtime.ts";

type Changes = { readonly [Key in keyof Runtime]?: Partial<Runtime[Key]> };

/** A runtime like Hardhat 2's for a project in `/project` and its in-process chain. */
export function runtimeOf(changes: Changes = {}): Runtime {
  return {
    config: {
      defaultNetwork: "hardhat",
      paths: {
        root: "/project",
        configFile: "/project/hardhat.config.js",
        cache: "/project/cache",
        artifacts: "/project/artifacts",
        sources: "/project/contracts",
      },
      networks: {},
      solidity: { compilers: [{ version: "0.8.28" }], overrides: {} },
      ...changes.config,
    },
    userConfig: changes.userConfig ?? {},
    hardhatArguments: changes.hardhatArguments ?? {},
    network: {
      name: "hardhat",
      config: { chainId: 31337 },
      provider: { request: () => Promise.reject(new Error("nothing is asked")) },
      ...changes.network,
    },
    tasks: (changes.tasks ?? {}) as Runtime["tasks"],
  };
}
