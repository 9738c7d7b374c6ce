import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { type Listening, listening } from "../listening.ts";

export type Echo =
  | "none"
  | "refusal"
  | "failure"
  | "page"
  | "redirect"
  | "rpc"
  | "job"
  | "forwarded"
  | "record"
  | "text";

/** These forward the request. At most the answer about a job repeats it. */
const PASSES: readonly Echo[] = ["none", "job", "forwarded"];

export class EchoingServer implements AsyncDisposable {
  readonly origin: string;
  echo: Echo = "none";
  requests = 0;
  readonly #close: () => Promise<void>;

  private constructor({ url, close }: Listening) {
    this.origin = new URL(url).host;
    this.#close = close;
  }

  /** @param service Base URL. */
  static async before(service: string): Promise<EchoingServer> {
    const server = createServer((request, response) => {
      echoing.#handle(service, request, response).catch((error) => response.destroy(error));
    });
    const echoing = new EchoingServer(await listening(server));
    return echoing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }

  async #handle(service: string, incoming: IncomingMessage, response: ServerResponse) {
    this.requests++;
    const { method = "GET", url = "/", headers } = incoming;
    const sent = await buffer(incoming);
    const body = headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    const said = repeated(incoming);
    const isJob = /\/v2\/verify\/[0-9a-f-]{36}/.test(url);
    const isRecord = url.includes("/v2/contract/");
    if (this.echo === "record" ? isRecord : !PASSES.includes(this.echo)) {
      answer(this.echo, said, incoming, body, response);
      return;
    }
    const asked = new URL(url, service);
    asked.searchParams.delete("apikey");
    // The service has no `/rpc/<key>` prefix.
    asked.pathname = asked.pathname.replace(/^\/[^/]+\/[^/]+/, "");
    const reply = await fetch(asked, {
      method,
      ...(method === "GET" ? {} : { body, headers: { "content-type": headers["content-type"] ?? "" } }),
    });
    response.writeHead(reply.status, {
      "content-type": "application/json",
      "x-echo": encodeURIComponent(said),
    });
    const text = await reply.text();
    if (isJob && this.echo === "job") response.end(failedJob(JSON.parse(text), said));
    else if (isJob && this.echo === "forwarded") response.end(forwardedJob(JSON.parse(text), said, url));
    else response.end(text);
  }
}

function failedJob(job: { readonly contract: object }, said: string): string {
  return JSON.stringify({
    ...job,
    isJobCompleted: true,
    contract: { ...job.contract, match: null, creationMatch: null, runtimeMatch: null },
    error: {
      customCode: "compiler_error",
      message: said,
      errorId: "c9c43c39-76fd-4619-9921-089f9e74caac",
      errorData: { compilerErrors: [{ formattedMessage: said, severity: "error", message: said }] },
    },
  });
}

function forwardedJob(job: object, said: string, url: string): string {
  const link = `https://explorer.example/${encodeURIComponent(said).slice(0, 1500)}`;
  return JSON.stringify({
    ...job,
    externalVerifications: {
      etherscan: {
        verificationId: said
          .split(" ")[0]
          ?.replace(/[^\w.-]/g, "")
          .slice(0, 128),
        explorerUrl: link,
        statusUrl: `https://api.example${url}`,
        contractApiUrl: `${link.slice(0, 200)}?apikey=${encodeURIComponent(url)}`,
      },
      blockscout: { verificationId: "VERIFIER_ALREADY_VERIFIED", explorerUrl: `https://a.example${url}` },
      routescan: { error: said },
    },
  });
}

/** The whole request, unencoded and in several encodings, and again at positions where messages are truncated. */
function repeated({ url = "", headers }: IncomingMessage): string {
  const all = `${url} ${headers.authorization} ${headers["x-team"]} ${headers.cookie}`;
  const user = Buffer.from((headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString();
  const text = `${url} for ${user} and ${all} ${encodeURIComponent(all)} ${Buffer.from(all).toString("base64")}`;
  const cuts = [40, 60, 80, 100, 180, 200, 280, 300, 480, 500].map(
    (length) => `${"-".repeat(Math.max(0, length - 30))}${url}`,
  );
  return `${text} ${JSON.stringify(all)} ${cuts.join(" ")}`;
}

function answer(
  echo: Echo,
  said: string,
  { headers, url = "" }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const json = (status: number, value: unknown): void => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
  switch (echo) {
    case "rpc": {
      const { id } = JSON.parse(body.toString());
      json(200, { jsonrpc: "2.0", id, error: { code: -32000, message: said, data: said } });
      break;
    }
    case "page":
      response.writeHead(502, { "content-type": "text/html" });
      response.end(`<html><title>${said}</title>${said}</html>`);
      break;
    case "redirect":
      response.setHeader("location", `https://elsewhere.example${url}&next=${encodeURIComponent(said)}`);
      response.writeHead(302).end();
      break;
    case "text":
      response.end(said);
      break;
    case "record":
      json(200, { match: said, address: said, chainId: said, verifiedAt: said });
      break;
    default:
      json(echo === "failure" ? 500 : 403, errorBody(said, headers.host));
  }
}

function errorBody(said: string, host: string | undefined): object {
  return {
    customCode: said.slice(0, 90),
    message: said,
    errorId: "c9c43c39-76fd-4619-9921-089f9e74caac",
    _status: { messages: [{ message: said, detail: `${host} ${said}` }] },
    error: { code: -32001, message: said, data: said },
  };
}

export type Canaries = ReturnType<typeof canariesOf>;

export function canariesOf(service: string) {
  const of = (place: string, digits: string): string => `${service}${place}7k${digits}Canary`;
  return {
    user: of("Us", "3v9x1q5z"),
    password: of("Pw", "8b2n6m4c"),
    segment: of("Sg", "5t7r2w9e"),
    query: of("Qu", "1y6u3i8o"),
    header: of("Hd", "9p4a7s2d"),
    cookie: of("Ck", "6f1g5h3j"),
  };
}

export function urlWith({ user, password, segment, query }: Canaries, origin: string): string {
  return `http://${user}:${password}@${origin}/rpc/${segment}?apikey=${query}`;
}

export function headersWith({ header, cookie }: Canaries): Readonly<Record<string, string>> {
  return { "x-team": header, cookie: `sid=${cookie}; theme=dark` };
}

/** The shortest part of a canary that would help to guess it. */
const PART = 9;

/** Finds canaries in a text: whole or in part, also in base64, in hex, and across line breaks. */
export function foundIn(text: string, canaries: readonly Canaries[]): readonly string[] {
  // Screens wrap and colour lines, and tables have borders.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches colour codes
  const joined = text.replace(/\u001b\[[0-9;]*m/g, "").replace(/[\s│|]+/g, "");
  const texts = [text, joined, decoded(joined)].map((each) => each.toLowerCase());
  return canaries
    .flatMap((each) => Object.values(each))
    .filter((canary) =>
      formsOf(canary).some((form) => texts.some((each) => each.includes(form.toLowerCase()))),
    );
}

function formsOf(canary: string): readonly string[] {
  const parts = [...canary.slice(0, -PART + 1)].map((_, index) => canary.slice(index, index + PART));
  // Parts common to all canaries of a service prove nothing.
  const own = parts.filter((part) => /7k/.test(part) || /\d.*\d.*\d/.test(part));
  const encoded = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(canary)]);
    return bytes.toString("base64").slice(4, Math.floor((bytes.length * 8) / 6));
  });
  return [...own, ...encoded, Buffer.from(canary).toString("hex")];
}

function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
