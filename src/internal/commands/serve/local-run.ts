import * as z from "zod";
import { isDevelopmentChain } from "../../domain/development-chain.ts";
import { isHedera } from "../../domain/hedera.ts";
import type { ServiceKey } from "../../errors/host-words.ts";
import { advice, rehearse, withOptions, withoutOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { LocalServices } from "../../local/options.ts";
import type { ProgressEvent } from "../../report/progress.ts";
import { createTransport } from "../../services/http/http-client.ts";
import { jsonOrUndefined } from "../../services/http/parse-json.ts";
import { formatBaseUrl, isLoopback } from "../../services/http/urls.ts";
import { getDefaultPort, listServePorts } from "../../services/serve-ports.ts";
import { ServiceError } from "../../services/service-error.ts";
import { getOrAdd } from "../../text/memoize.ts";
import { isExplorerHere, mergeChainConfig } from "../config/resolve-chain-config.ts";
import type { ChainUserConfig, UserConfig } from "../config/user-config.ts";
import type { Host } from "../host.ts";
import { formatServe } from "../request.ts";

interface LocalChain {
  readonly chainId: number;
  /** Undefined for an in-process chain. */
  readonly nodeUrl: string | undefined;
  readonly network: string;
  /** True if a target is a contract id, which only a query service can resolve. */
  readonly hasContractId: boolean;
}

interface LocalRunParts {
  readonly host: Host;
  readonly userConfig: UserConfig;
  /** False for runs that only read, because newly started services contain no records. */
  readonly mayStart: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: Extract<ProgressEvent, { type: "local-services" }>) => void;
}

/** Uses the services of a `serve` process that is already running, or starts services that stop when the run ends. */
export class LocalRun implements AsyncDisposable {
  readonly #parts: LocalRunParts;
  /** The started services, keyed by node URL. */
  readonly #started = new Map<string, Promise<LocalServices>>();

  constructor(parts: LocalRunParts) {
    this.#parts = parts;
  }

  /** True if this run started services, so their records disappear when the run ends. */
  get hasStarted(): boolean {
    return this.#started.size > 0;
  }

  /** Returns the configuration with local services for a chain and without any remote services or explorers. */
  async configured(chain: LocalChain): Promise<UserConfig> {
    const { chainId } = chain;
    const { userConfig, mayStart } = this.#parts;
    if (!isDevelopmentChain(chainId)) {
      // A user running a rehearsal hasn't asked to publish sources.
      const next = mayStart ? rehearse : withoutOptions("--local");
      throw new VerifyContractError("VC120", { values: { chainId }, next });
    }
    const services = await this.#getServices(chain);
    const { explorers = {} } = mergeChainConfig(userConfig, chainId);
    const own = {
      ...userConfig.chains?.[String(chainId)],
      ...services,
      // Must include the general explorers, because a chain's own key replaces the general one.
      explorers: Object.fromEntries(
        Object.entries(explorers).map(([name, each]) => [name, isExplorerHere(each) && each]),
      ),
    };
    return { ...userConfig, chains: { ...userConfig.chains, [chainId]: own } };
  }

  async #getServices(chain: LocalChain): Promise<Pick<ChainUserConfig, ServiceKey>> {
    const { host, userConfig, mayStart, signal, onEvent } = this.#parts;
    const { chainId, nodeUrl, network } = chain;
    const { flag, local } = host.words.network;
    if (nodeUrl === undefined)
      throw new VerifyContractError("VC903", {
        likely: host.words.network.forgotten,
        next: withOptions([flag, local]),
      });
    const own = mergeChainConfig(userConfig, chainId);
    // A Hedera chain's own mirror node resolves the ids.
    const needsQuery = chain.hasContractId && own.query === undefined && !isHedera(chainId);
    const configured = own.verification?.url;
    const url = configured !== undefined && isLoopback(configured) ? configured : USUAL_URL;
    const found = await readServedNodes(url, chainId, signal);
    if (found?.some((node) => isSameNode(node, nodeUrl)))
      return {
        verification: { url },
        ...(own.query ? { query: isLoopback(own.query.url) && own.query } : {}),
        // If `serve` uses a different port, its query service may use a different port too.
        ...(needsQuery && url === USUAL_URL ? { query: { url: createUsualUrl("query") } } : {}),
        ...(own.status ? { status: isLoopback(own.status.url) && own.status } : {}),
      };
    const serve = formatServe(host, network, listServePorts({ ...own, verification: { url } }, chainId));
    if (!mayStart)
      throw new VerifyContractError("VC905", {
        facts: [
          ["Asked", formatBaseUrl(url)],
          ["Serves", found === undefined ? undefined : `another node: ${found.join(", ")}`],
        ],
        likely:
          url === USUAL_URL
            ? `if serve listens on other ports, set verifyContract.chains[${chainId}].verification.url to the URL that it prints`
            : undefined,
        next: advice(
          `${found === undefined ? "start them in another terminal" : "stop the services for the other node, then start them for this one"}, then verify: ${serve}`,
        ),
      });
    const isFirst = !this.#started.has(nodeUrl);
    const starting = getOrAdd(this.#started, nodeUrl, () => startServices(host, nodeUrl));
    const { verification, query, status } = await starting;
    if (isFirst) onEvent({ type: "local-services", url: verification.url, serve });
    // The configured settings for local services probably belong to a `serve` process that isn't running.
    return { verification, ...(own.query || needsQuery ? { query } : {}), ...(own.status ? { status } : {}) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const started = await Promise.allSettled(this.#started.values());
    await Promise.all(started.map((each) => (each.status === "fulfilled" ? each.value.close() : undefined)));
  }
}

async function startServices(host: Host, rpcUrl: string): Promise<LocalServices> {
  const { startLocalServices } = await import("../../local/start.ts");
  return startLocalServices({ chain: { rpcUrl }, compilers: await host.compilers() });
}

const USUAL_URL = createUsualUrl("verification");

function createUsualUrl(key: ServiceKey): string {
  return `http://127.0.0.1:${getDefaultPort(key)}`;
}

const PROBE_MS = 1000;

const chainList = z.array(z.object({ chainId: z.int(), rpc: z.array(z.string()) }));

/** Returns the nodes that a service reports for a chain. Undefined if no verification service is running at the URL. */
async function readServedNodes(
  url: string,
  chainId: number,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const service = createTransport({
    url,
    service: "verification service",
    requestTimeoutMs: PROBE_MS,
    retry: { attempts: 1 },
  });
  try {
    const { text } = await service.send({ method: "GET", path: "/chains", signal, once: true });
    const { data } = chainList.safeParse(jsonOrUndefined(text));
    return data?.find((chain) => chain.chainId === chainId)?.rpc;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Equates `localhost` with `127.0.0.1`. Ignores paths, because services don't reveal their node's path and query. */
function isSameNode(shown: string, nodeUrl: string): boolean {
  const [one, other] = [URL.parse(shown), URL.parse(nodeUrl)];
  if (one === null || other === null || one.port !== other.port) return false;
  return one.hostname === other.hostname || (isLoopback(shown) && isLoopback(nodeUrl));
}
