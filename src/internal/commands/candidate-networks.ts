import { formatPath } from "../builds/read-candidates.ts";
import type { ChosenByManifest, ManifestNodes } from "../deployments/read-named.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { ConfiguredNetwork, Host } from "./host.ts";

/**
 * A manifest's network takes precedence. For every other chain, all configured networks that may serve it are tried.
 */
export function selectNetworks(
  configured: readonly ConfiguredNetwork[],
  chains: readonly number[],
  nodes: ManifestNodes,
  host: Pick<Host, "openUrl" | "words">,
): readonly ConfiguredNetwork[] {
  const chosen = chains.flatMap((chainId) => {
    const node = nodes.get(chainId);
    return node === undefined ? [] : (findChosenNetwork(chainId, node, configured, host) ?? []);
  });
  const open = new Set(chains.filter((id) => !chosen.some(({ chainId }) => chainId === id)));
  const others = configured.filter(
    ({ chainId, isForDevelopment }) =>
      open.size > 0 && !isForDevelopment && (chainId === undefined || open.has(chainId)),
  );
  return [...chosen, ...others];
}

function findChosenNetwork(
  chainId: number,
  { network, rpcUrl, file }: ChosenByManifest,
  configured: readonly ConfiguredNetwork[],
  host: Pick<Host, "openUrl" | "words">,
): ConfiguredNetwork | undefined {
  if (rpcUrl !== undefined) {
    // Using a configured network's name lets suggested commands be pasted without edits.
    const known = configured.find((each) => each.chainId === chainId)?.name;
    const name = known ?? `chain-${chainId}`;
    const argument = known === undefined ? { argument: host.words.network.unnamed(chainId, rpcUrl) } : {};
    const key = `chains.${chainId}.rpcUrl in ${file}`;
    const open: ConfiguredNetwork["open"] = (options) =>
      host.openUrl({ name, url: rpcUrl, chainId, key }, options);
    return { name, ...argument, chainId, isForDevelopment: false, open };
  }
  if (network === undefined) return undefined;
  const named = configured.find(({ name }) => name === network);
  if (named === undefined) throw unknownNetwork(chainId, network, file, configured);
  const open: ConfiguredNetwork["open"] = async (options) => ({
    ...(await named.open(options)),
    configuredChainId: chainId,
  });
  return { ...named, chainId, open };
}

function unknownNetwork(
  chainId: number,
  network: string,
  file: string,
  configured: readonly ConfiguredNetwork[],
): VerifyContractError {
  const names = configured.map(({ name }) => name);
  return new VerifyContractError("VC705", {
    values: { file: formatPath(file, process.cwd()) },
    facts: [
      [`chains.${chainId}.network`, `there is no network "${network}" in the configuration`],
      ["Available", names.length === 0 ? undefined : names.join(", ")],
    ],
    next: advice("name a configured network in this file"),
  });
}
