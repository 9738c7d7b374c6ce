import { Secrets } from "../text/secrets.ts";
import type { Host } from "./host.ts";

/** Deeper is no configuration. */
const DEEPEST = 8;
const PROXY_VARIABLES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"];

/** The secrets that the configuration itself shows: those of its URLs, also of keys, and of its headers. */
export function configuredSecrets(host: Pick<Host, "userConfig">): Secrets {
  const secrets = new Secrets();
  try {
    learn(host.userConfig, secrets, 0);
  } catch {
    // What can't be read is an error of the run, which used nothing of it.
  }
  for (const name of PROXY_VARIABLES) secrets.addUrl(process.env[name] ?? "");
  return secrets;
}

/** The same host. What it reads for requests, such as variables of the configuration, becomes known as secret. */
export function guardedHost(host: Host, secrets: Secrets): Host {
  return {
    ...host,
    readSecret: async (value) => {
      const text = await host.readSecret(value);
      secrets.addHeaders({ authorization: text });
      return text;
    },
    openNetwork: (connection, options) => host.openNetwork(connection, { ...options, secrets }),
    networks: async () =>
      (await host.networks()).map((network) => ({
        ...network,
        open: (options) => network.open({ ...options, secrets }),
      })),
    openUrl: (node, options) => host.openUrl(node, { ...options, secrets }),
    nodeUrl: async () => {
      const url = await host.nodeUrl();
      secrets.addNodeUrl(url);
      return url;
    },
  };
}

function learn(value: unknown, secrets: Secrets, depth: number): void {
  if (typeof value === "string") secrets.addUrl(value);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  for (const [key, each] of Object.entries(value)) {
    secrets.addUrl(key);
    if (key === "headers" && typeof each === "object" && each !== null) secrets.addHeaders(textsOf(each));
    else learn(each, secrets, depth + 1);
  }
}

function textsOf(headers: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === "string"));
}
