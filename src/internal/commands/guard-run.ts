import { VerifyContractError } from "../errors/problem.ts";
import { unforeseen } from "../pipeline/unforeseen.ts";
import { Secrets } from "../text/secrets.ts";
import type { Host } from "./host.ts";

export type ErrorHost = Pick<Host, "explains" | "userConfig" | "words">;

/**
 * Keeps secrets out of a run's results, events and errors. Converts every error to a VerifyContractError in the host's
 * terms, except errors that the host explains itself and errors thrown by the caller's `onProgress`.
 */
export async function guardRun<Event, T>(
  host: Host,
  onProgress: ((event: Event) => void) | undefined,
  work: (guarded: {
    readonly host: Host;
    readonly onProgress: (event: Event) => void;
    readonly secrets: Secrets;
  }) => Promise<T>,
): Promise<T> {
  const secrets = collectSecrets(host);
  const callerErrors: unknown[] = [];
  const show = (event: Event): void => {
    try {
      onProgress?.(secrets.redactAll(event));
    } catch (error) {
      callerErrors.push(error);
      throw error;
    }
  };
  try {
    const result = await work({ host: guardHost(host, secrets), onProgress: show, secrets });
    if (callerErrors.length > 0) throw callerErrors[0];
    return secrets.redactAll(result);
  } catch (error) {
    if (callerErrors.length > 0) throw callerErrors[0];
    throw prepareError(error, host, secrets);
  }
}

export function prepareError(error: unknown, host: ErrorHost, secrets = collectSecrets(host)): unknown {
  secrets.redactError(error);
  if (host.explains(error)) return error;
  const known = error instanceof VerifyContractError ? error : unforeseen(error);
  return known.withTexts((value) => secrets.redactAll(value)).for({ words: host.words });
}

/** Maximum depth to search. Configurations are never nested more deeply. */
const DEEPEST = 8;
const PROXY_VARIABLES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"];

/** Collects the secrets in the configuration: header values, and credentials in URLs, including URLs that are keys. */
function collectSecrets(host: Pick<Host, "userConfig">): Secrets {
  const secrets = new Secrets();
  try {
    registerSecrets(host.userConfig, secrets, 0);
  } catch {
    // If the configuration can't be read, the run fails before using any of it.
  }
  for (const name of PROXY_VARIABLES) secrets.addUrl(process.env[name] ?? "");
  return secrets;
}

/** Wraps a host so that every secret it reads, such as a configuration variable, is registered for redaction. */
function guardHost(host: Host, secrets: Secrets): Host {
  return {
    ...host,
    readSecret: async (value) => {
      const text = await host.readSecret(value);
      secrets.addHeaders({ authorization: text });
      return text;
    },
    explorerAccess: async (...asked) => {
      const access = await host.explorerAccess?.(...asked);
      const readKey = async () => {
        const key = await access?.readKey?.();
        if (key !== undefined) secrets.addHeaders({ authorization: key });
        return key;
      };
      return access && { ...access, readKey };
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

function registerSecrets(value: unknown, secrets: Secrets, depth: number): void {
  if (typeof value === "string") secrets.addUrl(value);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  for (const [key, each] of Object.entries(value)) {
    secrets.addUrl(key);
    if (key === "apiKey" && typeof each === "string") secrets.addHeaders({ authorization: each });
    if (key === "headers" && typeof each === "object" && each !== null) secrets.addHeaders(selectTexts(each));
    else registerSecrets(each, secrets, depth + 1);
  }
}

function selectTexts(headers: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === "string"));
}
