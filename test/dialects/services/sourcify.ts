import { gunzipSync } from "node:zlib";
import { type LocalServices, startLocalServices } from "../../../src/local.ts";
import { OWN_CONNECTION } from "../../helpers/own-connection.ts";
import { COMPILERS } from "../../helpers/solc.ts";
import type { ChainOf } from "./compiles.ts";
import type { Answer, Asked, Dialect, JobFailure } from "./dialect-service.ts";

interface ScriptedJob {
  readonly address: string;
  readonly chainId: string;
  readonly failure: JobFailure;
}

/** The project's own local service, which conformance tests compare with recorded exchanges of Sourcify's server. */
export async function sourcify(chain: ChainOf): Promise<Dialect> {
  const services = await startLocalServices({ chain, compilers: COMPILERS, workers: 1 });
  return passing(services, (asked) => forward(services, asked));
}

/** Adds scripted jobs to those of the service. */
export function passing(
  services: LocalServices,
  answer: (asked: Asked) => Promise<Answer>,
  write: (body: unknown) => unknown = (body) => body,
): Dialect {
  const scripted = new Map<string, ScriptedJob>();
  return {
    handle: async (asked, failure) => {
      const [, chainId = "", address = ""] = /\/verify\/([^/]+)\/([^/]+)$/.exec(asked.path) ?? [];
      if (failure !== undefined && asked.method === "POST") {
        const verificationId = crypto.randomUUID();
        scripted.set(verificationId, { address, chainId, failure });
        return { status: 202, body: { verificationId } };
      }
      const id = /\/verify\/([^/]+)$/.exec(asked.path)?.[1] ?? "";
      const job = scripted.get(id);
      return job === undefined ? answer(asked) : { status: 200, body: write(failedJob(id, job)) };
    },
    limited: { status: 429, body: "Too Many Requests", headers: { "content-type": "text/html" } },
    [Symbol.asyncDispose]: () => services[Symbol.asyncDispose](),
  };
}

export async function forward(services: LocalServices, asked: Asked): Promise<Answer> {
  const { method, path, query, body, encoding } = asked;
  const url = `${services.verification.url}${path}${query.size > 0 ? `?${query}` : ""}`;
  const plain = encoding === "gzip" ? gunzipSync(body) : body;
  const headers = { "content-type": "application/json", ...OWN_CONNECTION };
  const answer = await fetch(url, {
    method,
    headers,
    ...(method === "GET" ? {} : { body: new Uint8Array(plain) }),
  });
  const text = await answer.text();
  const type = answer.headers.get("content-type") ?? "";
  return type.includes("json")
    ? { status: answer.status, body: JSON.parse(text) }
    : { status: answer.status, body: text, headers: { "content-type": type } };
}

function failedJob(verificationId: string, { address, chainId, failure }: ScriptedJob): unknown {
  const at = new Date().toISOString().replace(/\.\d+/, "");
  return {
    isJobCompleted: true,
    verificationId,
    jobStartTime: at,
    jobFinishTime: at,
    contract: { match: null, creationMatch: null, runtimeMatch: null, chainId, address },
    error: { ...failure, errorId: crypto.randomUUID() },
  };
}
