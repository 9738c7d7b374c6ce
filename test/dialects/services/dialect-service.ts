import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listening } from "../../helpers/listening.ts";

/** A request as it came: nothing is decompressed. */
export interface Asked {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly encoding: string | undefined;
  readonly body: Buffer;
}

/** An answer; a text is sent as it is, everything else as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that was answered. */
export interface Exchange extends Pick<Asked, "method" | "path" | "encoding"> {
  readonly status: number;
  readonly body: string;
}

/** The error of a job, in the words of its service. */
export interface JobFailure {
  readonly customCode: string;
  readonly message: string;
}

/** What a service does to the requests about one address or one job, in place of its own answers. */
interface Script {
  /** How each job ends. @default as the compiler finds */
  readonly failure?: JobFailure;
  /** How many requests the limit refuses first. @default 0 */
  readonly limited?: number;
  /** Answers in place of the service, whose own answer can be had. */
  readonly answer?: (asked: Asked, own: () => Promise<Answer>) => Answer | Promise<Answer>;
}

/** A dialect: its routes, and its ways to refuse. */
export interface Dialect extends AsyncDisposable {
  handle(asked: Asked, failure: JobFailure | undefined): Promise<Answer>;
  /** The answer above the limit. */
  readonly limited: Answer;
}

/** A verification service of one dialect, on loopback. */
export interface DialectService extends AsyncDisposable {
  readonly url: string;
  /** The requests that name this address. */
  asked(address: string): readonly Exchange[];
  script(addressOrJob: string, script: Script): void;
}

/** @param base Path below which the dialect's routes are. */
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
        const { method, path, encoding, body } = asked;
        exchanges.push({ method, path, encoding, status: answer.status, body: body.toString("utf8") });
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

/** The page of a web framework for a path that it has not. */
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
