import { getAddress } from "ethers/address";
import { detectHederaEntity } from "../../bytecode/known-codes.ts";
import { ifAnswered } from "../../chain/chain-port.ts";
import type { DeploymentFacts, QueryKnowledge } from "../../chain/deployment-facts.ts";
import { readQuery } from "../../chain/read-query.ts";
import { idToLongZero, isLongZero, longZeroToId } from "../../domain/contract-addresses.ts";
import { findSystemContract, isHedera } from "../../domain/hedera.ts";
import type { Target } from "../../domain/target.ts";
import type { HostWords } from "../../errors/host-words.ts";
import { advice, again, chooseContractNetwork, chooseNetwork, configure } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { ProgressEvent } from "../../report/progress.ts";
import { isRefusedConnection } from "../../services/http/failures.ts";
import type { QueryContract } from "../../services/query/model.ts";
import { retryFor } from "../../services/retry.ts";
import type { Ports } from "../ports.ts";
import type { Located } from "../request.ts";
import { Ended, type Run } from "../run.ts";
import { refuseAccount } from "./non-contract.ts";
import { createPatience, type RunPatience } from "./patience.ts";

export async function locate(run: Run): Promise<Located> {
  const { target } = run.request;
  if (target.kind === "address") return locateAddress(run, target);

  const { query, chainId, signal, clock, onProgress } = run.ports;
  const { contractId } = target;
  onProgress({ type: "reading", what: "contract-id" });
  let waited: ReturnType<RunPatience["ended"]> | undefined;
  let answer = await readQuery(query, contractId, signal);
  if (answer.state === "not-found") {
    const other = isHedera(chainId) ? await locateOther(run, contractId) : undefined;
    if (other !== undefined) return { address: other };
    const patience = await createPatience(run, contractId);
    if (patience.waitMs > 0) onProgress(createWaitEvent(run.ports, contractId));
    const again = async (): Promise<QueryKnowledge | undefined> => {
      const now = await readQuery(query, contractId, signal);
      return now.state === "not-found" ? undefined : now;
    };
    answer = (await retryFor(again, patience, signal, clock.wait)) ?? answer;
    waited = patience.ended();
  }
  switch (answer.state) {
    case "not-configured":
      throw noQueryService(contractId, { ...run.ports, networkName: run.ports.chain.networkName });
    case "not-found":
      throw new Ended("not-deployed", {
        code: "VC502",
        values: { target: contractId },
        facts: [
          ["Asked", query?.url],
          ["Waited", waited?.words],
        ],
        likely:
          waited?.isAbsent === true
            ? "the id belongs to another network"
            : "the id belongs to another network, or is too new to be known",
        next: chooseContractNetwork,
      });
    case "unavailable":
      throw endUnavailable(answer);
    case "known":
      return createLocated(run, answer.contract, contractId);
  }
}

export function noQueryService(
  target: string,
  at: { readonly chainId: number; readonly networkName: string; readonly words: HostWords },
): VerifyContractError {
  const { chainId, networkName, words } = at;
  const values = { target, chainId };
  if (isHedera(chainId))
    return new VerifyContractError("VC104", {
      values,
      next: configure("use the contract's address, or set verifyContract.query.url"),
    });
  return new VerifyContractError("VC104", {
    values,
    likely:
      networkName === words.defaultNetwork
        ? words.network.forgotten
        : `it is a Hedera id, and ${networkName} is not a Hedera network`,
    next: chooseNetwork("use the contract's address, or choose the Hedera network that has it with"),
  });
}

export function createWaitEvent({ query }: Ports, target: string): ProgressEvent {
  return { type: "waiting-for-query", target, url: query?.url ?? "" };
}

/** Retries a refused connection, in parallel with the rest of the run. Other failures were already retried. */
export function startQuery(
  { ports }: Run,
  { address, query: before }: DeploymentFacts,
): (Disposable & { readonly answer: Promise<QueryKnowledge> }) | undefined {
  if (before?.state !== "unavailable" || !isRefusedConnection(before.error)) return undefined;
  const { query, signal } = ports;
  const isOver = new AbortController();
  const answer = readQuery(query, address, AbortSignal.any([signal, isOver.signal]));
  // If the run ends before it uses the response, a late failure must not become an unhandled rejection.
  answer.catch(() => {});
  return { answer, [Symbol.dispose]: () => isOver.abort() };
}

/**
 * A long-zero address may be an alias of a contract with an EVM address. Records are stored under the address that the
 * mirror node reports.
 */
async function locateAddress(
  run: Run,
  { address, contractId }: Extract<Target, { kind: "address" }>,
): Promise<Located> {
  const { chain, query, chainId, signal } = run.ports;
  const isOnlyName = isHedera(chainId) && isLongZero(address) && contractId === undefined;
  if (!isOnlyName || findSystemContract(chainId, address) !== undefined) return { address, contractId };
  const answer = await readQuery(query, address, signal);
  switch (answer.state) {
    case "known":
      return createLocated(run, answer.contract, longZeroToId(address) ?? null);
    case "unavailable": {
      const code = await ifAnswered(signal, () => chain.code(address, signal));
      if (detectHederaEntity(chainId, code ?? "0x") !== undefined) return { address };
      throw endUnavailable(answer);
    }
    case "not-configured":
    case "not-found":
      return { address };
  }
}

/** @throws Ended if the node's code at the contract's number differs from its code at the EVM address */
async function createLocated(run: Run, contract: QueryContract, contractId: string | null): Promise<Located> {
  const { chain, signal } = run.ports;
  const address = getAddress(contract.evm_address);
  const expected = await readCodeAtNumber(run, contractId);
  const code = expected && (await ifAnswered(signal, () => chain.code(address, signal)));
  if (expected === undefined || code === undefined || code === "0x" || code === expected)
    return { address, contractId: contract.contract_id ?? contractId };
  const reason = `the query service returns ${address} for ${contractId}, but the node returns different code for the two`;
  throw new Ended("check-failed", {
    code: "VC412",
    facts: [["identity", reason]],
    next: advice("compare verifyContract.query with another mirror node, or use the contract's EVM address"),
    found: {
      target: { address },
      claims: [{ id: "identity", state: "refuted", witnesses: ["chain", "query service"], reason }],
      verdict: "refuted",
    },
  });
}

/** Undefined if the node has no code at a Hedera contract's long-zero address, because not every relay resolves it. */
export async function readCodeAtNumber(
  { ports: { chain, chainId, signal } }: Run,
  contractId: string | null,
): Promise<string | undefined> {
  const address = isHedera(chainId) ? idToLongZero(contractId) : undefined;
  const code = address && (await ifAnswered(signal, () => chain.code(address, signal)));
  return code === "0x" ? undefined : code;
}

function endUnavailable({ reason, error }: Extract<QueryKnowledge, { state: "unavailable" }>): Ended {
  return new Ended("unavailable", { code: "VC501", facts: [["Reason", reason]], next: again }, error);
}

/** Undefined if the contract may be too new to be known. @throws Ended for an entity without code */
async function locateOther(run: Run, contractId: string): Promise<string | undefined> {
  const { chain, chainId, signal } = run.ports;
  const address = getAddress(idToLongZero(contractId) ?? "");
  if (
    findSystemContract(chainId, address) === undefined &&
    ((await ifAnswered(signal, () => chain.code(address, signal))) ?? "0x") === "0x"
  ) {
    await refuseAccount(run, address);
    return undefined;
  }
  return address;
}
