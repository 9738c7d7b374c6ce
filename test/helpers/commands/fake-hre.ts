import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

export function connectionThat(answer: (method: string) => Promise<unknown>): NetworkConnection {
  const provider = { request: ({ method }: { readonly method: string }) => answer(method) };
  return { networkName: "fake", networkConfig: {}, provider } as unknown as NetworkConnection;
}

/** The parts of a Hardhat runtime that `verifyContract` needs. */
export function fakeHre(
  root: string,
  userConfig: object,
  connection?: NetworkConnection,
): HardhatRuntimeEnvironment {
  const resolveConfigurationVariable = (value: unknown) => ({ get: async () => value });
  return {
    config: {
      verifyContract: { userConfig, resolveConfigurationVariable },
      networks: {},
      paths: { root, artifacts: `${root}/artifacts`, cache: `${root}/cache`, sources: { solidity: [] } },
    },
    userConfig: {},
    globalOptions: {},
    network: { getOrCreate: async () => connection },
  } as unknown as HardhatRuntimeEnvironment;
}
