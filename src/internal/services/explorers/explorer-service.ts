import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import { cleanText } from "../../text/clean-text.ts";
import { isObject } from "../../text/is-object.ts";
import { limitReached, type ServiceAnswer, unexpectedStatus, unusableAnswer } from "../http/failures.ts";
import { type CallOptions, createTransport, type HttpOptions, type Transport } from "../http/http-client.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";
import type { ServiceError } from "../service-error.ts";
import type { ExplorerDialect } from "./dialects.ts";
import { readShownSource, type ShownSource } from "./shown-source.ts";

export interface ExplorerSubmission {
  readonly address: string;
  readonly input: StandardJsonInput;
  /** `path/to/File.sol:Name`, with the path from the input. */
  readonly contractIdentifier: string;
  /** The full version without `v`. */
  readonly compilerVersion: string;
  readonly constructorArguments?: string | undefined;
}

export interface ExplorerOptions extends Omit<HttpOptions, "service" | "url"> {
  readonly dialect: ExplorerDialect;
  readonly chainId: number;
  readonly apiUrl: string;
  readonly apiKey?: string | undefined;
}

const ID = /^[\w.-]{1,200}$/;

/**
 * An explorer with Etherscan's API, on one chain. A verdict is a value, not an error. Explorers expect the key in the
 * query string of a GET and in the form body of a POST. No message includes it.
 */
export class ExplorerService {
  readonly name: string;
  /** Without credentials or query. */
  readonly url: string;
  readonly #http: Transport;
  readonly #options: ExplorerOptions;

  /** @throws VerifyContractError VC106 for an invalid URL */
  constructor(options: ExplorerOptions) {
    const { dialect, apiUrl: url, pace } = options;
    this.#http = createTransport({ ...options, url, service: "explorer" });
    this.#options = options;
    this.name = dialect.name;
    this.url = this.#http.url;
    pace?.keepWithin({ requestsPerSecond: dialect.requestsPerSecond });
  }

  /** @throws ServiceError */
  async source(
    address: string,
    options: CallOptions = {},
  ): Promise<{ readonly state: "shown"; readonly source: ShownSource } | Said> {
    const answer = await this.#send("GET", "getsourcecode", { address }, options);
    if (answer.state !== "value") return answer;
    const source = readShownSource(answer.value);
    if (source === undefined) return { state: "not-verified", said: "" };
    return source === null ? unexpected(answer) : { state: "shown", source };
  }

  /**
   * A request that got no response but may have arrived isn't sent again: the error's `mayHaveArrived` is true.
   *
   * @throws ServiceError
   */
  async submit(
    submission: ExplorerSubmission,
    options: CallOptions = {},
  ): Promise<{ readonly state: "accepted"; readonly id: string } | Said> {
    const { address, input, contractIdentifier, compilerVersion, constructorArguments } = submission;
    const encoded = constructorArguments?.replace(/^0x/, "");
    return this.#accepted(
      await this.#send(
        "POST",
        "verifysourcecode",
        {
          contractaddress: address,
          sourceCode: JSON.stringify(input),
          codeformat: input.language === "Vyper" ? "vyper-json" : "solidity-standard-json-input",
          contractname: contractIdentifier,
          compilerversion: `v${compilerVersion}`,
          // Etherscan expects the misspelling, other explorers the correct name.
          ...(encoded === undefined ? {} : { constructorArguements: encoded, constructorArguments: encoded }),
        },
        options,
      ),
    );
  }

  /** @throws ServiceError */
  async status(id: string, options: CallOptions = {}): Promise<Said> {
    return getSaid(await this.#send("GET", "checkverifystatus", { guid: id }, options));
  }

  /** @throws ServiceError */
  async linkProxy(proxy: string, implementation: string, options: CallOptions = {}) {
    const form = { address: proxy, expectedimplementation: implementation };
    return this.#accepted(await this.#send("POST", "verifyproxycontract", form, options));
  }

  /** @throws ServiceError */
  async linkStatus(id: string, options: CallOptions = {}): Promise<Said> {
    return getSaid(await this.#send("GET", "checkproxyverification", { guid: id }, options));
  }

  async #send(
    method: "GET" | "POST",
    action: string,
    values: Readonly<Record<string, string>>,
    { signal }: CallOptions,
  ): Promise<Said | Value> {
    const { apiKey } = this.#options;
    const all = {
      module: "contract",
      action,
      ...(apiKey === undefined ? {} : { apikey: apiKey }),
      ...values,
    };
    const isGet = method === "GET";
    const { text } = await this.#http.send({
      method,
      path: "",
      query: [...this.#chain(), ...(isGet ? Object.entries(all) : [])],
      body: isGet ? undefined : new URLSearchParams(all),
      findFailure: (answer) => this.#findFailure(answer),
      signal,
    });
    return readAnswer(text);
  }

  /** A POST also has `chainid` in its query, because Etherscan V2's gateway uses it to select the chain. */
  #chain(): readonly (readonly [name: string, value: string])[] {
    const { dialect, chainId, apiUrl } = this.#options;
    const isGiven = URL.parse(apiUrl)?.searchParams.has("chainid") === true;
    return dialect.takesChainId && !isGiven ? [["chainid", String(chainId)]] : [];
  }

  /** The journal stores the id, so an id that contains the key is rejected. */
  #accepted(answer: Said | Value) {
    if (answer.state !== "value") return answer;
    const { value } = answer;
    const { apiKey } = this.#options;
    const isId = typeof value === "string" && ID.test(value) && !(apiKey && value.includes(apiKey));
    return isId ? { state: "accepted" as const, id: value } : unexpected(answer);
  }

  #findFailure(answer: ServiceAnswer): ServiceError | undefined {
    const { status, text } = answer;
    const isOk = status >= 200 && status <= 299;
    if (!isEnvelope(jsonOrUndefined(text)))
      return isOk ? unusableAnswer(answer, "it isn't a response from an explorer") : unexpectedStatus(answer);
    const said = readAnswer(text);
    if (said.state === "rate-limited" || (status === 429 && said.state === "unreadable")) {
      const requestsPerSecond = namedRate(said.said);
      if (requestsPerSecond !== undefined) this.#options.pace?.keepWithin({ requestsPerSecond });
      return limitReached(answer, said.said);
    }
    // A server error says nothing about the contract, even if it is formatted as a response.
    return status >= 500 && said.state === "unreadable" ? unexpectedStatus(answer) : undefined;
  }
}

function getSaid(answer: Said | Value): Said {
  return answer.state === "value" ? unexpected(answer) : answer;
}

function unexpected({ value }: Value): Said {
  return { state: "unreadable", said: typeof value === "string" ? cleanText(value, 200) : "another answer" };
}

/**
 * The meaning of an explorer's response. Only `passed` and `already` mean success; neither indicates which sources were
 * verified.
 *
 * - `not-indexed`: the explorer hasn't read the contract's block yet; the same request may succeed later.
 * - `not-verified`: the explorer has no source code for the contract.
 * - `unknown-job`: the explorer doesn't know the submission's id.
 * - `rate-limited`: too many requests this second. `daily-limit`: too many today.
 * - `bad-configuration`: a wrong key, chain or plan. Retrying can't help.
 * - `refused`: the explorer rejected the submission, with or without compiling it, and gives a reason.
 * - `unreadable`: anything else, which is never success.
 */
export type ExplorerState =
  | "pending"
  | "passed"
  | "already"
  | "not-indexed"
  | "not-verified"
  | "unknown-job"
  | "rate-limited"
  | "daily-limit"
  | "bad-configuration"
  | "refused"
  | "unreadable";

export interface Said<State extends ExplorerState = ExplorerState> {
  readonly state: State;
  readonly said: string;
}

/** The result is an id or the requested data rather than a known message. */
interface Value {
  readonly state: "value";
  readonly value: unknown;
}

/**
 * The text in `result` takes precedence over `status`. Blockscout puts errors in `message` and leaves `result` empty.
 * The HTTP status means nothing: Etherscan returns 200 for errors too.
 *
 * Sources for the texts: docs.etherscan.io, Blockscout's `RPC.ContractController`, and the recordings of hardhat-verify
 * 3.1.1 and forge 1.7.1.
 */
export function readAnswer(body: string): Said | Value {
  const answer = jsonOrUndefined(body);
  if (!isEnvelope(answer)) return { state: "unreadable", said: cleanText(body, 200) };
  const { status, message, result } = answer;
  const isOk = status === "1" || status === 1;
  const text = typeof result === "string" ? result.trim() : "";
  if (isOk && text === "" && result !== null && result !== undefined && result !== "")
    return { state: "value", value: result };
  const said = cleanText(text || message || "", 300);
  const state = STATE_OF_TEXT.find(([pattern]) => pattern.test(said))?.[1];
  if (state === "passed" && !isOk) return { state: "unreadable", said };
  if (state !== undefined) return { state, said };
  return isOk && text !== "" ? { state: "value", value: text } : { state: "unreadable", said };
}

/** Reads a message such as "Max calls per sec rate limit reached (3/sec)". */
export function namedRate(said: string): number | undefined {
  const rate = Number(/\((\d{1,3})\s*\/\s*sec/i.exec(said)?.[1]);
  return rate >= 1 ? rate : undefined;
}

interface Envelope {
  readonly status: unknown;
  readonly message?: string | null;
  readonly result?: unknown;
}

function isEnvelope(value: unknown): value is Envelope {
  if (!isObject(value) || !("status" in value)) return false;
  const { message } = value;
  return ("result" in value || "message" in value) && (message == null || typeof message === "string");
}

/** The first match wins: a message about a daily limit also mentions a rate limit. */
const STATE_OF_TEXT: readonly (readonly [RegExp, ExplorerState])[] = [
  [/^pending in queue|^verification in progress|^in progress/i, "pending"],
  [/^pass - verified\b|implementation contract is found at .* successfully updated/i, "passed"],
  [/\balready verified\b/i, "already"],
  [/unable to locate contractcode|address is not a smart[- ]contract/i, "not-indexed"],
  [/source code not verified/i, "not-verified"],
  [/^unknown uid/i, "unknown-job"],
  [/\bdaily (rate |call )?limit\b|limit of \d+ source code submissions/i, "daily-limit"],
  [/rate limit reached|calls per sec|^too many requests/i, "rate-limited"],
  [
    /invalid api key|missing or unsupported chainid|api access is not supported|deprecated v1 endpoint/i,
    "bad-configuration",
  ],
  [
    /^fail\b|^solidity compilation error|does not match the transaction deployment bytecode|^library was required|not detected for the proxy/i,
    "refused",
  ],
];
