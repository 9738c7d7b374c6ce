import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listening } from "../../helpers/listening.ts";

/** The body is as received, possibly compressed. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly encoding: string | undefined;
  readonly body: Buffer;
}

/** A string is sent as it is, everything else as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Exchange = Pick<Asked, "method" | "path">;

export interface JobFailure {
  readonly customCode: string;
  readonly message: string;
}

/** Changes the answers about one address or job. */
interface Script {
  /** The end of each job. @default the compiler's result */
  readonly failure?: JobFailure;
  /** Number of requests that the rate limit refuses first. @default 0 */
  readonly limited?: number;
  /** Replaces the service's answer, which `own` returns. */
  readonly answer?: (asked: Asked, own: () => Promise<Answer>) => Answer | Promise<Answer>;
}

export interface Dialect extends AsyncDisposable {
  handle(asked: Asked, failure: JobFailure | undefined): Promise<Answer>;
  /** The answer to a request above the rate limit. */
  readonly limited: Answer;
}

export interface Routes {
  submit(asked: Asked, chainId: string, address: string, failure: JobFailure | undefined): Promise<Answer>;
  readJob(id: string): Answer;
  readRecord(asked: Asked, chainId: string, address: string): Answer;
}

/** @param notFound The answer to any other path. */
export function handleWith(
  { submit, readJob, readRecord }: Routes,
  notFound: (asked: Asked) => Answer,
): Dialect["handle"] {
  return async (asked, failure) => {
    const [version, resource, first = "", second, ...more] = asked.path.split("/").slice(1);
    const isRead = asked.method === "GET";
    if (version !== "v2" || more.length > 0) return notFound(asked);
    if (resource === "verify" && asked.method === "POST" && second !== undefined)
      return submit(asked, first, second, failure);
    if (resource === "verify" && isRead && second === undefined) return readJob(first);
    if (resource === "contract" && isRead && second !== undefined) return readRecord(asked, first, second);
    return notFound(asked);
  };
}

export interface DialectService extends AsyncDisposable {
  readonly url: string;
  asked(address: string): readonly Exchange[];
  script(addressOrJob: string, script: Script): void;
}

/** @param base Path prefix of the dialect's routes. */
export async function serveDialect(dialect: Dialect, base = ""): Promise<DialectService> {
  const scripts = new Map<string, Script>();
  const limited = new Map<string, number>();
  const exchanges: Exchange[] = [];

  const answerTo = async (asked: Asked): Promise<Answer> => {
    // An address, or the id of a job.
    const subject = asked.path.split("/").at(-1)?.toLowerCase() ?? "";
    const script = scripts.get(subject);
    const left = limited.get(subject) ?? script?.limited ?? 0;
    if (left > 0) {
      limited.set(subject, left - 1);
      return dialect.limited;
    }
    if (!asked.path.startsWith(base)) return htmlNotFound(asked);
    const below = { ...asked, path: asked.path.slice(base.length) };
    const own = () => dialect.handle(below, script?.failure);
    return script?.answer === undefined ? own() : script.answer(below, own);
  };

  const server = createServer((request, response) => {
    void read(request)
      .then(async (asked) => {
        const answer = await answerTo(asked);
        exchanges.push({ method: asked.method, path: asked.path });
        write(response, answer);
      })
      .catch((error) => response.destroy(error));
  });
  const { url, close } = await listening(server);
  return {
    url: `${url}${base}`,
    asked: (address) => exchanges.filter(({ path }) => path.toLowerCase().includes(address.toLowerCase())),
    script: (subject, script) => scripts.set(subject.toLowerCase(), script),
    async [Symbol.asyncDispose]() {
      await close();
      await dialect[Symbol.asyncDispose]();
    },
  };
}

/** A web framework's page for an unknown path. */
export function htmlNotFound({ method, path }: Pick<Asked, "method" | "path">): Answer {
  const text = `<!DOCTYPE html>\n<html lang="en"><body><pre>Cannot ${method} ${path}</pre></body></html>\n`;
  return { status: 404, body: text, headers: { "content-type": "text/html; charset=utf-8" } };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const { method = "GET", url = "/", headers } = request;
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  return {
    method,
    path: pathname,
    query: searchParams,
    encoding: headers["content-encoding"],
    body: await buffer(request),
  };
}

function write(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  const [type, text] =
    typeof body === "string" ? ["text/plain", body] : ["application/json", JSON.stringify(body)];
  response.writeHead(status, { "content-type": `${type}; charset=utf-8`, ...headers });
  response.end(text);
}
