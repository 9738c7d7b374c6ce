import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import { requestTo } from "../node-request.ts";

export interface DevelopmentChain extends AsyncDisposable {
  readonly rpcUrl: string;
  request(method: string, ...params: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

export interface DevelopmentChainOptions {
  readonly chainId?: number;
  readonly initialDate?: Date;
  /** @default false, as on a public chain */
  readonly allowUnlimitedContractSize?: boolean;
  /** @default "prague": later hard forks limit a transaction's gas to less than the recorded ones use */
  readonly hardfork?: "shanghai" | "cancun" | "prague";
}

export async function startDevelopmentChain({
  chainId = 31337,
  initialDate,
  allowUnlimitedContractSize = false,
  hardfork = "prague",
}: DevelopmentChainOptions = {}): Promise<DevelopmentChain> {
  const hre = await createHardhatRuntimeEnvironment({
    networks: {
      chain: {
        type: "edr-simulated",
        chainId,
        hardfork,
        blockGasLimit: 60_000_000n,
        allowBlocksWithSameTimestamp: true,
        allowUnlimitedContractSize,
        ...(initialDate === undefined ? {} : { initialDate }),
      },
    },
  });
  const server = await hre.network.createServer("chain", "127.0.0.1");
  const { address, port } = await server.listen();
  const rpcUrl = `http://${address}:${port}`;
  return {
    rpcUrl,
    request: (method, ...params) => requestNode(rpcUrl, method, params),
    close: () => server.close(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

export function requestNode(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  return requestTo(rpcUrl)(method, params, NEVER);
}

const NEVER = new AbortController().signal;
