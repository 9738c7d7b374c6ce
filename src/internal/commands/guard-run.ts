import { VerifyContractError } from "../errors/problem.ts";
import { unforeseen } from "../pipeline/unforeseen.ts";
import { Secrets } from "../text/secrets.ts";
import type { Host } from "./host.ts";

/** The context of a command: a host whose secrets are known, and where its progress goes. */
export interface Guarded<Event> {
  readonly host: Host;
  readonly onProgress: (event: Event) => void;
  readonly secrets: Secrets;
}

export type ErrorHost = Pick<Host, "explains" | "userConfig" | "words">;

/**
 * The boundary of a run. No secret in its URLs and headers leaves it through a result, an event or an error.
 * Every error becomes a VerifyContractError in the host's words, except errors that the host explains itself
 * and errors thrown by the caller's `onProgress`.
 *
 * @throws VerifyContractError VC999 for an unforeseen error.
 */
export async function guardRun<Event, T>(
  host: Host,
  onProgress: ((event: Event) => void) | undefined,
  work: (guarded: Guarded<Event>) => Promise<T>,
): Promise<T> {
  const secrets = configuredSecrets(host);
  /** An error that the caller's own function threw. */
  const ofCaller: unknown[] = [];
  const show = (event: Event): void => {
    try {
      onProgress?.(secrets.redactAll(event));
    } catch (error) {
      ofCaller.push(error);
      throw error;
    }
  };
  try {
    const result = await work({ host: guardedHost(host, secrets), onProgress: show, secrets });
    if (ofCaller.length > 0) throw ofCaller[0];
    return secrets.redactAll(result);
  } catch (error) {
    if (ofCaller.length > 0) throw ofCaller[0];
    throw shownError(error, host, secrets);
  }
}

/** An error as the caller may see it. */
export function shownError(error: unknown, host: ErrorHost, secrets = configuredSecrets(host)): unknown {
  secrets.redactError(error);
  if (host.explains(error)) return error;
  const known = error instanceof VerifyContractError ? error : unforeseen(error);
  return known.withTexts((value) => secrets.redactAll(value)).for({ words: host.words });
}

/** Configurations are never nested more deeply. */
const DEEPEST = 8;
const PROXY_VARIABLES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"];

/** The secrets that the configuration itself shows: those of its URLs, also of keys, and of its headers. */
function configuredSecrets(host: Pick<Host, "userConfig">): Secrets {
  const secrets = new Secrets();
  try {
    learn(host.userConfig, secrets, 0);
  } catch {
    // An unreadable one is an error of the run, which used nothing of it.
  }
  for (const name of PROXY_VARIABLES) secrets.addUrl(process.env[name] ?? "");
  return secrets;
}

/** The same host. What it reads for requests, such as variables of the configuration, becomes known as secret. */
function guardedHost(host: Host, secrets: Secrets): Host {
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

function learn(value: unknown, secrets: Secrets, depth: number): void {
  if (typeof value === "string") secrets.addUrl(value);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  for (const [key, each] of Object.entries(value)) {
    secrets.addUrl(key);
    if (key === "apiKey" && typeof each === "string") secrets.addHeaders({ authorization: each });
    if (key === "headers" && typeof each === "object" && each !== null) secrets.addHeaders(textsOf(each));
    else learn(each, secrets, depth + 1);
  }
}

function textsOf(headers: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === "string"));
}
