import { randomUUID } from "node:crypto";
import { getAddress } from "ethers";
import { splitName } from "../../domain/build.ts";
import { asObject, getOwn, tryJson } from "../../text/is-object.ts";
import { formatUtcSecond } from "../../text/moment.ts";
import type { IndexedContract } from "../chain/contract-index.ts";
import { BodyProblem, type Handler, type LocalRequest, type Routes } from "../http/listen.ts";
import { contractPage } from "../verification/contract-page.ts";
import type { VerifiedContract } from "../verification/contract-store.ts";
import type { JudgeFailure } from "../verification/judge-pool.ts";
import { identifierProblem, inputProblem, type Submission } from "../verification/requests.ts";
import type { Verified } from "../verification/verified.ts";
import { resolveProxy, type Verifier, type VerifierOptions } from "../verification/verifier.ts";

type Action = (explorer: Explorer, form: Form) => Answer | Promise<Answer>;
/** A form parameter takes precedence over a query parameter. */
type Form = Readonly<Record<string, string>>;

const NOT_VERIFIED = "Contract source code not verified";
const UNSUPPORTED_CHAIN =
  "Missing or unsupported chainid parameter (required for v2 api), please see https://api.etherscan.io/v2/chainlist for the list of supported chainids";

const ACTIONS: Readonly<Record<string, Action>> = {
  verifysourcecode: async (explorer, form) =>
    ok(await explorer.submit(readAddress(form.contractaddress), readSubmission(form))),
  checkverifystatus: (explorer, { guid = "" }) => explorer.job(guid, "Pending in queue"),
  getsourcecode: (explorer, form) => ok([sourceView(explorer.shown(readAddress(form.address)))]),
  getabi: (explorer, form) => {
    const shown = explorer.shown(readAddress(form.address));
    return shown === undefined ? notOk(NOT_VERIFIED) : ok(JSON.stringify(shown.record.compilation.abi ?? []));
  },
  getcontractcreation: async (explorer, { contractaddresses = "" }) => {
    const addresses = contractaddresses.split(",").slice(0, MAX_CREATIONS).map(readAddress);
    const found = await Promise.all(
      addresses.map(async (contractAddress) => {
        const { transaction } = (await explorer.contract(contractAddress))?.creation ?? {};
        return (
          transaction && { contractAddress, contractCreator: transaction.from, txHash: transaction.hash }
        );
      }),
    );
    const known = found.filter((each) => each !== undefined);
    return known.length === 0 ? notOk("Error! Missing or invalid contract addresses") : ok(known);
  },
  verifyproxycontract: async (explorer, { address, expectedimplementation: expected }) =>
    ok(await explorer.link(readAddress(address), expected && readAddress(expected))),
  checkproxyverification: (explorer, { guid = "" }) => explorer.job(guid, "Verification in progress"),
};
const MAX_CREATIONS = 5;
/** Accepted only as POST: the browser adds a page's origin to each POST, but not to every GET. */
const SUBMITTING: ReadonlySet<string> = new Set(["verifysourcecode", "verifyproxycontract"]);

/** Errors also have HTTP status 200, as in the API documented by Etherscan. */
export function explorerRoutes(explorer: Explorer): Routes {
  const api: Handler = async (request) => ({ status: 200, json: await answer(explorer, request) });
  return {
    "GET /api": api,
    "POST /api": api,
    "GET /address/{address}": (_, text) => {
      const address = isAddress(text) ? getAddress(text.toLowerCase()) : text;
      const record = `/api?module=contract&action=getsourcecode&address=${address}`;
      return contractPage(explorer.chainId, address, explorer.shown(address)?.record, record);
    },
  };
}

async function answer(explorer: Explorer, request: LocalRequest): Promise<Answer> {
  try {
    const form = await readForm(request);
    if (form.chainid !== undefined && form.chainid !== explorer.chainId) throw new NotOk(UNSUPPORTED_CHAIN);
    if (form.module !== "contract") throw new NotOk("Error! Missing Or invalid Module name");
    const { action: name = "" } = form;
    const action = getOwn(ACTIONS, name);
    if (action === undefined) throw new NotOk("Error! Missing Or invalid Action name");
    if (SUBMITTING.has(name) && request.method !== "POST") throw new NotOk(`Error! ${name} takes a POST`);
    return await action(explorer, form);
  } catch (error) {
    if (error instanceof NotOk || error instanceof BodyProblem) return notOk(error.message);
    throw error;
  }
}

async function readForm(request: LocalRequest): Promise<Form> {
  const query = Object.fromEntries(request.query);
  if (request.method !== "POST") return query;
  const body = new Response(new Uint8Array(await request.body()), {
    headers: { "content-type": request.contentType ?? "application/x-www-form-urlencoded" },
  });
  const fields = await body.formData().catch(() => {
    throw new NotOk("Error! Invalid form");
  });
  const texts = [...fields].filter((field): field is [string, string] => typeof field[1] === "string");
  return { ...query, ...Object.fromEntries(texts) };
}

function readAddress(text = ""): string {
  if (!isAddress(text)) throw new NotOk("Error! Invalid address format");
  return getAddress(text.toLowerCase());
}

function isAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}

function readSubmission(form: Form): ExplorerSubmission {
  const { codeformat, sourceCode = "", contractname = "", compilerversion = "" } = form;
  if (codeformat !== "solidity-standard-json-input")
    throw new NotOk("Only the codeformat solidity-standard-json-input is supported here");
  // Some clients wrap the input in a second pair of braces, as the API does in its responses.
  const json = /^\{\{.*\}\}$/s.test(sourceCode) ? sourceCode.slice(1, -1) : sourceCode;
  const stdJsonInput = asObject(tryJson(json));
  const problem = inputProblem(stdJsonInput) ?? identifierProblem(contractname);
  if (problem !== undefined) throw new NotOk(problem);
  // Etherscan's documentation misspells this parameter's name. Blockscout reads both spellings.
  const sent = form.constructorArguments || form.constructorArguements || "";
  return {
    submission: {
      stdJsonInput: stdJsonInput as unknown as Submission["stdJsonInput"],
      compilerVersion: compilerversion.replace(/^v/, ""),
      contractIdentifier: contractname,
    },
    constructorArguments: sent.replace(/^0x/, "").toLowerCase(),
  };
}

function sourceView(shown: Shown | undefined): Readonly<Record<string, string>> {
  if (shown === undefined) return { ...NOTHING, ABI: NOT_VERIFIED };
  const { submission, constructorArguments, record, implementation } = shown;
  const { stdJsonInput, compilerVersion, contractIdentifier } = submission;
  const { optimizer, evmVersion } = asObject(stdJsonInput.settings);
  const { enabled, runs } = asObject(optimizer);
  const { path, name } = splitName(contractIdentifier);
  return {
    ...NOTHING,
    SourceCode: `{${JSON.stringify(stdJsonInput)}}`,
    ABI: JSON.stringify(record.compilation.abi ?? []),
    ContractName: name,
    CompilerVersion: `v${compilerVersion}`,
    CompilerType: "solc",
    OptimizationUsed: enabled === true ? "1" : "0",
    Runs: String(runs ?? 200),
    ConstructorArguments: constructorArguments,
    EVMVersion: typeof evmVersion === "string" ? evmVersion : "Default",
    ContractFileName: path,
    Proxy: implementation === undefined ? "0" : "1",
    Implementation: implementation ?? "",
  };
}

const NOTHING = {
  ...{
    SourceCode: "",
    ABI: "",
    ContractName: "",
    CompilerVersion: "",
    CompilerType: "",
    OptimizationUsed: "",
  },
  ...{ Runs: "", ConstructorArguments: "", EVMVersion: "Default", Library: "", ContractFileName: "" },
  ...{ LicenseType: "", Proxy: "0", Implementation: "", SwarmSource: "", SimilarMatch: "" },
};

interface ExplorerSubmission {
  readonly submission: Submission;
  /** ABI-encoded hex digits without 0x. */
  readonly constructorArguments: string;
}

/** Keeps the submitted input, even if another contract with the same code has a different input. */
interface Shown extends ExplorerSubmission {
  readonly record: VerifiedContract;
  /** Checksummed. Undefined until the proxy is linked. */
  readonly implementation: string | undefined;
}

/** A response in Etherscan's format. */
interface Answer {
  readonly status: "0" | "1";
  readonly message: "OK" | "NOTOK";
  readonly result: unknown;
}

function ok(result: unknown): Answer {
  return { status: "1", message: "OK", result };
}

function notOk(result: string): Answer {
  return { status: "0", message: "NOTOK", result };
}

class NotOk extends Error {}

const FAILED = "Fail - Unable to verify";

/** Shows only submitted contracts, even if the verification service knows others. */
export class Explorer {
  readonly chainId: string;
  readonly #verifier: Verifier;
  readonly #options: VerifierOptions;
  /** By checksummed address. */
  readonly #shown = new Map<string, Shown>();
  readonly #jobs = new Map<string, Answer | "pending">();

  constructor(verifier: Verifier, options: VerifierOptions) {
    this.chainId = options.chainId;
    this.#verifier = verifier;
    this.#options = options;
  }

  /** @param address Checksummed. */
  shown(address: string): Shown | undefined {
    return this.#shown.get(address);
  }

  job(guid: string, pending: string): Answer {
    const job = this.#jobs.get(guid) ?? notOk("Unknown UID");
    return job === "pending" ? notOk(pending) : job;
  }

  /**
   * @param address Checksummed.
   * @returns The job's id.
   * @throws NotOk
   */
  async submit(address: string, submission: ExplorerSubmission): Promise<string> {
    if (this.#shown.has(address)) throw new NotOk("Contract source code already verified");
    if ((await this.#options.chain.code(address)) === "0x")
      throw new NotOk(`Unable to locate ContractCode at ${address}`);
    if (!this.#options.pool.hasRoom) throw new NotOk("Max rate limit reached");
    const guid = randomUUID();
    this.#jobs.set(guid, "pending");
    void this.#judge(address, submission)
      .catch(() => notOk(FAILED))
      .then((end) => this.#jobs.set(guid, end));
    return guid;
  }

  async #judge(address: string, submission: ExplorerSubmission): Promise<Answer> {
    const judgement = await this.#verifier.judge(address, submission.submission);
    if (judgement.kind === "failed") return failed(describeFailure(judgement.failure));
    const { verified } = judgement;
    const problem = findMismatch(verified, submission, await this.contract(address));
    if (problem !== undefined) return failed(problem);
    // Another job for the same address finished first.
    if (this.#shown.has(address)) return notOk("Already Verified");
    const record = { address, verifiedAt: formatUtcSecond(new Date()), ...verified };
    this.#shown.set(address, { ...submission, record, implementation: undefined });
    return ok("Pass - Verified");
  }

  /** Returns the number of dropped records. */
  forget(): number {
    const { size } = this.#shown;
    this.#shown.clear();
    return size;
  }

  /** Undefined if the address has no code or the chain doesn't answer. */
  contract(address: string): Promise<IndexedContract | undefined> {
    return this.#options.index.byAddress(address.toLowerCase()).catch(() => undefined);
  }

  /**
   * Adds the implementation to the proxy's record, if there is one.
   *
   * @param expected Checksummed. If undefined, any implementation is accepted.
   * @returns The id of a finished job.
   */
  async link(address: string, expected: string | undefined): Promise<string> {
    const { chain } = this.#options;
    const resolved = await resolveProxy(chain, address.toLowerCase(), await chain.code(address));
    const implementation = resolved?.implementations[0]?.address;
    const isFound = implementation !== undefined && (expected ?? implementation) === implementation;
    const shown = this.#shown.get(address);
    if (isFound && shown !== undefined) this.#shown.set(address, { ...shown, implementation });
    const guid = randomUUID();
    const end = isFound
      ? ok(
          `The proxy's (${address}) implementation contract is found at ${implementation} and is successfully updated.`,
        )
      : notOk(
          "A corresponding implementation contract was unfortunately not detected for the proxy address.",
        );
    this.#jobs.set(guid, end);
    return guid;
  }
}

function failed(reason: string | undefined): Answer {
  return notOk(reason === undefined ? FAILED : `${FAILED}. ${reason}`);
}

function describeFailure({ customCode, message, errorData }: JudgeFailure): string | undefined {
  if (customCode !== "compiler_error") return customCode === "internal_error" ? message : undefined;
  const [first] = (errorData?.compilerErrors ?? []) as readonly { readonly message?: string }[];
  return `Solidity Compilation Error: ${first?.message ?? errorData?.compilerErrorMessage ?? message}`;
}

/** An explorer, unlike lib-sourcify, doesn't infer library addresses and constructor arguments. */
function findMismatch(
  { creation, runtime, compilation }: Verified,
  { constructorArguments }: ExplorerSubmission,
  contract: IndexedContract | undefined,
): string | undefined {
  const filledIn = [...(creation.transformations ?? []), ...(runtime.transformations ?? [])];
  if (filledIn.some(({ reason }) => reason === "library"))
    return "Library was required but suitable match not found";
  // If there is no trace, the arguments of a contract created by another contract can't be compared.
  const { initCode, child } = contract?.creation ?? {};
  if (initCode === undefined) return undefined;
  if (child === 0 && creation.match === null)
    return "Compiled contract deployment bytecode does NOT match the transaction deployment bytecode";
  return initCode.slice(compilation.creation.recompiledBytecode.length).toLowerCase() === constructorArguments
    ? undefined
    : "Please check if the correct constructor argument was entered.";
}
