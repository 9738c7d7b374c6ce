import type { HostWords } from "../../errors/host-words.ts";
import type { LocalServices } from "../../local/options.ts";

type Urls = Pick<LocalServices, "chainId"> & {
  readonly [service in "verification" | "query" | "status"]: { readonly url: string };
};

/** What to write into the host's configuration file, so that the local services are used, ready to be pasted. */
export function configurationOf(
  { chainId, verification, query, status }: Urls,
  { configFile, configKey }: Pick<HostWords, "configFile" | "configKey">,
): string {
  const services = { verification, query, status };
  if (configFile.endsWith(".json")) {
    const ofChain = Object.entries(services).map(([name, { url }]) => [name, { url }]);
    return indented(JSON.stringify({ chains: { [chainId]: Object.fromEntries(ofChain) } }, null, 2));
  }
  const lines = Object.entries(services).map(([name, { url }]) => `    ${name}: { url: "${url}" },`);
  const chains = ["chains: {", `  ${chainId}: {`, ...lines, "  },", "},"].join("\n");
  return indented(configKey === undefined ? chains : `${configKey}: {\n${indented(chains)}\n},`);
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}
