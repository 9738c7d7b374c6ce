import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { tryJson } from "../../text/is-object.ts";
import { HttpClient, type HttpOptions } from "../http/http-client.ts";
import { parseJson } from "../http/parse-json.ts";
import { type ExplorerDialect, type ExplorerHost, type ExplorerHosts, readHosts } from "./dialects.ts";

const DAY_MS = 86_400_000;

const keptSchema = z.object({
  at: z.iso.datetime().transform((text) => Date.parse(text)),
  hosts: z.record(z.string(), z.object({ apiUrl: z.string(), siteUrl: z.string().optional() })),
});

export interface ChainListOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly http?: Omit<HttpOptions, "service" | "url"> | undefined;
}

/**
 * The explorer's own list is cached for a day. If it is unavailable, falls back to an older copy or the built-in table.
 *
 * @returns undefined if the list doesn't include the chain.
 */
export async function findChainHost(
  { name, lists, hostsIn, isApi, known }: ExplorerDialect,
  chainId: number,
  { folder, signal, http }: ChainListOptions,
): Promise<ExplorerHost | undefined> {
  if (lists.length === 0) return undefined;
  const file = path.join(folder, `explorer-chains-${name.toLowerCase()}.json`);
  const kept = await readCached(file, isApi);
  const ageMs = Date.now() - (kept?.at ?? 0);
  if (kept !== undefined && ageMs >= 0 && ageMs < DAY_MS) return kept.hosts[chainId];
  const read = await Promise.all(
    lists.map(async (url): Promise<ExplorerHosts> => {
      const client = new HttpClient({
        ...http,
        requestTimeoutMs: 10_000,
        retry: { ...http?.retry, attempts: 2 },
        service: "explorer",
        url,
      });
      return hostsIn(parseJson((await client.send({ method: "GET", path: "", signal })).text), url);
    }),
  ).catch(() => undefined);
  signal.throwIfAborted();
  const hosts: ExplorerHosts = Object.assign({}, ...(read ?? []));
  if (Object.keys(hosts).length === 0) return (kept?.hosts ?? known)[chainId];
  await keep(file, hosts);
  return hosts[chainId];
}

/** Rejects a file with a host that can't come from the explorer's own list. */
async function readCached(file: string, isApi: ExplorerDialect["isApi"]) {
  const text = await readFile(file, "utf8").catch(() => "");
  const kept = keptSchema.safeParse(tryJson(text)).data;
  if (kept === undefined) return undefined;
  const entries = Object.entries(kept.hosts);
  const hosts = readHosts(entries, ([chain, { apiUrl, siteUrl }]) =>
    isApi(apiUrl) ? [chain, apiUrl, siteUrl] : undefined,
  );
  return Object.keys(hosts).length === entries.length ? { at: kept.at, hosts } : undefined;
}

/** If the folder isn't writable, the only cost is another request next time. */
async function keep(file: string, hosts: ExplorerHosts): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(temporary, JSON.stringify({ at: new Date().toISOString(), hosts }));
    await rename(temporary, file);
  } catch {}
}
