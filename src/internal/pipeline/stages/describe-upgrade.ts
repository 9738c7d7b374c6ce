import { ifAnswered } from "../../chain/chain-port.ts";
import { NO_RECORD } from "../../deployments/lock/drift.ts";
import type { LockedContract } from "../../deployments/lock/lock-model.ts";
import { type ProblemDetails, VerifyContractError } from "../../errors/problem.ts";
import { matchWords } from "../../render/words/match-words.ts";
import type { Drift, ProxyLinks } from "../../report/model.ts";
import { limitedSignal, untilAborted } from "../../services/http/limited-signal.ts";
import { findFit } from "../find-related.ts";
import { ContractRun, type Run } from "../run.ts";
import { readBuildsIfAny } from "./read-builds.ts";
import { readQuietly } from "./read-record.ts";

type Facts = NonNullable<ProblemDetails["facts"]>;

/** keccak256 of `Upgraded(address)` and `BeaconUpgraded(address)`, the events of EIP-1967. */
const EVENTS = {
  implementation: "0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b",
  beacon: "0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e",
} as const;

/** Most public nodes return events from this many blocks in one response. */
const MOST_BLOCKS = 10_000;

/** Milliseconds. These requests only add detail to the message about a known drift. */
const LIMIT_MS = 10_000;

interface Upgrade {
  readonly entry: LockedContract;
  readonly links: ProxyLinks | undefined;
  readonly drift: readonly Drift[];
}

/** Used only in the message, so missing responses are omitted. */
export async function describeUpgrade(run: Run, upgrade: Upgrade): Promise<Facts> {
  using limit = limitedSignal(run.ports.signal, LIMIT_MS);
  const { signal } = limit;
  try {
    const limited = new ContractRun(run.request, { ...run.ports, signal });
    return await untilAborted(describe(limited, upgrade), signal);
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

async function describe(run: Run, { entry, links, drift }: Upgrade): Promise<Facts> {
  const changed = (kind: Drift["kind"]) => drift.find((each) => each.kind === kind)?.found ?? null;
  const [implementation, beacon] = [changed("implementation"), changed("beacon")];
  if (implementation === null && beacon === null) return [];
  const [is, transaction] = await Promise.all([
    implementation === null ? undefined : describeCode(run, implementation),
    beacon === null
      ? findUpgrade(run, entry, links?.beacon ?? entry.address, EVENTS.implementation, implementation)
      : findUpgrade(run, entry, entry.address, EVENTS.beacon, beacon),
  ]);
  return [
    ["New code", is],
    ["Upgraded in", transaction && `transaction ${transaction}`],
  ];
}

/** Example: "contracts/BoxV2.sol:BoxV2 from a build here; verified, exact match" */
async function describeCode(run: Run, address: string): Promise<string | undefined> {
  const { chain, signal } = run.ports;
  const code = await ifAnswered(signal, () => chain.code(address, signal));
  if (code === undefined) return undefined;
  if (code === "0x") return "no code at the new address";
  const [build, stored] = await Promise.all([describeBuild(run, code), readQuietly(run, address)]);
  const match = stored?.match ?? null;
  const record = match === null ? NO_RECORD : `verified, ${matchWords(match)}`;
  return build === undefined ? record : `${build}; ${record}`;
}

async function describeBuild(run: Run, code: string): Promise<string | undefined> {
  try {
    const fit = await findFit(run, code, await readBuildsIfAny(run));
    if (fit === undefined) return "not from a build here";
    return "build" in fit
      ? `${fit.build.candidate.fullyQualifiedName} from a build here`
      : "like a build here, but not proven by metadata";
  } catch (error) {
    if (error instanceof VerifyContractError) return undefined;
    throw error;
  }
}

/** The transaction in which `emitter` emitted its last event, if that event names `address`. */
async function findUpgrade(
  { ports: { chain, signal } }: Run,
  { transaction }: LockedContract,
  emitter: string,
  event: string,
  address: string | null,
): Promise<string | undefined> {
  if (address === null) return undefined;
  const topic = `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
  const lastSince = async (fromBlock: number): Promise<string | undefined> => {
    const range = { fromBlock, toBlock: undefined };
    const logs = await ifAnswered(signal, () => chain.logs(emitter, event, range, signal));
    const last = logs?.at(-1);
    return last?.topics[1]?.toLowerCase() === topic ? last.transactionHash : undefined;
  };
  const created =
    transaction === null ? undefined : await ifAnswered(signal, () => chain.transaction(transaction, signal));
  const fromBlock = created?.position?.blockNumber ?? 0;
  const found = await lastSince(fromBlock);
  if (found !== undefined) return found;
  const latest = await ifAnswered(signal, () => chain.latestBlock(signal));
  const recent = (latest ?? 0) - MOST_BLOCKS;
  return recent > fromBlock ? lastSince(recent) : undefined;
}
