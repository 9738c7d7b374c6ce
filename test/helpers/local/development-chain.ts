import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import { OWN_CONNECTION } from "../own-connection.ts";

export interface DevelopmentChain {
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
  };
}

export async function requestNode(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json", ...OWN_CONNECTION },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}
