import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  type Behaviour,
  type FaultServer,
  json,
  neverAnswers,
  serve,
  text,
} from "../services/fault-server.ts";

export interface Asked {
  /** The query and the form. */
  readonly all: Readonly<Record<string, string>>;
  readonly atMs: number;
}

interface Answer {
  /** @default 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as HTML. */
  readonly body: object | string;
}

export type Script = (asked: Asked) => Answer | "silence" | "hang-up";

export const DIALECTS = ["etherscan", "blockscout", "routescan"] as const;
export type Dialect = (typeof DIALECTS)[number];

export const PLACES = ["source", "submit", "status"] as const;
export type Place = (typeof PLACES)[number];

const PLACE_OF: Readonly<Record<string, Place>> = {
  getsourcecode: "source",
  verifysourcecode: "submit",
  checkverifystatus: "status",
};

/** Replaces the explorer's answer; undefined keeps it. */
export type Fault = (asked: Asked) => ReturnType<Script> | undefined;

export interface FakeOptions {
  readonly faults?: Partial<Readonly<Record<Place, Fault>>>;
  readonly shows?: readonly Source[];
  /** True if a polled job has ended. @default from the second poll on */
  readonly haveEnded?: () => boolean;
  /** Changes the stored source before it is shown; undefined shows nothing. @default the submission */
  readonly stores?: (sent: Source) => Source | undefined;
}

interface Job {
  readonly source: Source;
  questions: number;
}

export interface Source {
  readonly contractaddress: string;
  readonly contractname: string;
  readonly compilerversion: string;
  readonly sourceCode: string;
  readonly constructorArguments: string;
  /** Set if this address itself isn't verified. */
  readonly similarMatch?: string;
}

/** Accepts every submission without compiling it, unlike the local explorer and the real ones. */
export class FakeExplorer implements AsyncDisposable {
  readonly dialect: Dialect;
  readonly #options: FakeOptions;
  readonly #shown = new Map<string, Source>();
  readonly #jobs = new Map<string, Job>();
  #server: FaultServer | undefined;
  readonly asked: Asked[] = [];
  readonly #taken = new Map<string, number>();

  private constructor(dialect: Dialect, options: FakeOptions) {
    this.dialect = dialect;
    this.#options = options;
    for (const source of options.shows ?? []) this.#store(source);
  }

  static async start(dialect: Dialect, options: FakeOptions = {}): Promise<FakeExplorer> {
    const explorer = new FakeExplorer(dialect, options);
    explorer.#server = await serve((request, response, body) => {
      const asked = readRequest(request, body);
      explorer.asked.push(asked);
      behaviourOf(explorer.#answer(asked))(request, response);
    });
    return explorer;
  }

  get apiUrl(): string {
    return `${this.#server?.url}${this.dialect === "etherscan" ? "/v2/api" : "/api"}`;
  }

  askedAt(place: Place): readonly Asked[] {
    return this.asked.filter(({ all }) => PLACE_OF[all.action ?? ""] === place);
  }

  /** Counts a contract's accepted submissions, including those left unanswered. */
  taken(address: string): number {
    return this.#taken.get(address.toLowerCase()) ?? 0;
  }

  shown(address: string): Source | undefined {
    return this.#shown.get(address.toLowerCase());
  }

  #take({ all: { contractaddress = "" } }: Asked): void {
    this.#taken.set(contractaddress.toLowerCase(), this.taken(contractaddress) + 1);
  }

  #store(source: Source): void {
    this.#shown.set(source.contractaddress.toLowerCase(), source);
  }

  #answer(asked: Asked): ReturnType<Script> {
    const { all } = asked;
    const { haveEnded } = this.#options;
    const place = PLACE_OF[all.action ?? ""];
    if (place === undefined) return notOk("Error! Missing Or invalid Action name");
    const fault = this.#options.faults?.[place]?.(asked);
    if (fault !== undefined) {
      if (place === "submit") this.#noteFault(asked, fault);
      if (place === "status" && isDone(fault)) this.#finish(all.guid ?? "");
      return fault;
    }
    switch (place) {
      case "source":
        return ok([viewOf(this.dialect, this.shown(all.address ?? ""))]);
      case "submit": {
        if (this.shown(all.contractaddress ?? "") !== undefined) return notOk(ALREADY[this.dialect]);
        this.#take(asked);
        const guid = randomBytes(25).toString("hex");
        this.#jobs.set(guid, { source: sourceOf(asked), questions: 0 });
        return ok(guid);
      }
      case "status": {
        const job = this.#jobs.get(all.guid ?? "");
        if (job === undefined) return notOk("Unknown UID");
        job.questions += 1;
        if (haveEnded === undefined ? job.questions === 1 : !haveEnded()) return notOk("Pending in queue");
        this.#finish(all.guid ?? "");
        return ok("Pass - Verified");
      }
    }
  }

  /** An unanswered submission was still accepted, and an "already verified" came from someone else. */
  #noteFault(asked: Asked, fault: ReturnType<Script>): void {
    if (fault === "silence" || fault === "hang-up") this.#take(asked);
    else if (isDone(fault)) this.#store(sourceOf(asked));
  }

  #finish(guid: string): void {
    const sent = this.#jobs.get(guid)?.source;
    const { stores = (source: Source) => source } = this.#options;
    const source = sent && stores(sent);
    if (source !== undefined) this.#store(source);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }
}

const ALREADY: Readonly<Record<Dialect, string>> = {
  etherscan: "Contract source code already verified",
  blockscout: "Smart-contract already verified.",
  routescan: "Contract source code already verified",
};

function isDone(answer: ReturnType<Script>): boolean {
  if (typeof answer === "string" || typeof answer.body === "string") return false;
  const { result } = answer.body as { readonly result?: unknown };
  return typeof result === "string" && /^pass - verified$|already verified/i.test(result);
}

function sourceOf({ all }: Asked): Source {
  const { contractaddress = "", contractname = "", compilerversion = "", sourceCode = "" } = all;
  const constructorArguments = all.constructorArguments ?? all.constructorArguements ?? "";
  return { contractaddress, contractname, compilerversion, sourceCode, constructorArguments };
}

function viewOf(dialect: Dialect, source: Source | undefined): object {
  return dialect === "blockscout" ? blockscoutView(source) : etherscanView(source);
}

function etherscanView(source: Source | undefined): object {
  if (source === undefined)
    return { SourceCode: "", ABI: "Contract source code not verified", ContractName: "", Proxy: "0" };
  const { settings } = JSON.parse(source.sourceCode) as Input;
  return {
    SourceCode: `{${source.sourceCode}}`,
    ABI: "[]",
    ContractName: source.contractname.split(":").at(-1),
    CompilerVersion: source.compilerversion,
    OptimizationUsed: settings.optimizer?.enabled === true ? "1" : "0",
    Runs: String(settings.optimizer?.runs ?? 200),
    ConstructorArguments: source.constructorArguments,
    EVMVersion: settings.evmVersion ?? "Default",
    ...{ Library: "", LicenseType: "", Proxy: "0", Implementation: "", SwarmSource: "" },
    SimilarMatch: source.similarMatch ?? "",
  };
}

/** Like Blockscout's `RPC.ContractView`: each file separately, and no keys for missing values such as arguments. */
function blockscoutView(source: Source | undefined): object {
  if (source === undefined) return { Address: `0x${"0".repeat(40)}` };
  const { settings, sources } = JSON.parse(source.sourceCode) as Input;
  const file = source.contractname.slice(0, source.contractname.lastIndexOf(":"));
  const others = Object.entries(sources).filter(([path]) => path !== file);
  return {
    Address: source.contractaddress,
    ABI: "[]",
    ContractName: source.contractname.split(":").at(-1),
    CompilerVersion: source.compilerversion,
    CompilerSettings: settings,
    FileName: file,
    SourceCode: sources[file]?.content,
    ...(others.length === 0
      ? {}
      : { AdditionalSources: others.map(([Filename, { content }]) => ({ Filename, SourceCode: content })) }),
    ...(source.constructorArguments === "" ? {} : { ConstructorArguments: source.constructorArguments }),
    ...(source.similarMatch === undefined ? {} : { SimilarMatch: source.similarMatch }),
    ...{ OptimizationUsed: "true", OptimizationRuns: 200, EVMVersion: settings.evmVersion, IsProxy: "false" },
  };
}

interface Input {
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: {
    readonly optimizer?: { readonly enabled?: boolean; readonly runs?: number };
    readonly evmVersion?: string;
  };
}

/** Answers a number of requests about each contract with `answer`, then normally. */
export function times(count: number, answer: (asked: Asked) => ReturnType<Script>): Fault {
  const given = new Map<string, number>();
  return (asked) => {
    const { address, contractaddress, guid } = asked.all;
    const about = address ?? contractaddress ?? guid ?? "";
    const before = given.get(about) ?? 0;
    given.set(about, before + 1);
    return before < count ? answer(asked) : undefined;
  };
}

function readRequest({ url = "/" }: IncomingMessage, body = ""): Asked {
  const query = Object.fromEntries(new URL(url, "http://localhost").searchParams);
  const form = Object.fromEntries(new URLSearchParams(body));
  return { all: { ...query, ...form }, atMs: performance.now() };
}

function behaviourOf(answer: ReturnType<Script>): Behaviour {
  if (answer === "silence") return neverAnswers;
  if (answer === "hang-up") return (_, response) => response.destroy();
  const { status = 200, headers, body } = answer;
  return typeof body === "string"
    ? text(status, body, { "content-type": "text/html", ...headers })
    : json(status, body, { ...headers });
}

export function ok(result: unknown): Answer {
  return { body: { status: "1", message: "OK", result } };
}

export function notOk(result: string): Answer {
  return { body: { status: "0", message: "NOTOK", result } };
}
