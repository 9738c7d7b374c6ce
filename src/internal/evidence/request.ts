import type { BuildSource } from "../builds/build-source.ts";
import { displayPath } from "../builds/read-candidates.ts";
import { rpcChain } from "../chain/rpc-chain.ts";
import { parseTarget } from "../domain/target.ts";
import type { HostWords } from "../errors/host-words.ts";
import type { Ports } from "../pipeline/ports.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import type { ContractReport } from "../report/model.ts";
import { shownBase } from "../services/http/without-credentials.ts";
import { QueryService } from "../services/query/query-service.ts";
import type { ServiceName } from "../services/service-error.ts";
import { VerificationService } from "../services/verification/verification-service.ts";
import type { Recording, Replay } from "./cassette.ts";
import { REPLAY_ROOT, replayPath, unavailable } from "./cassette-builds.ts";
import { cassetteTransport, type WatchablePorts } from "./cassette-ports.ts";
import type { ContractEntry } from "./schema.ts";

type Request = ContractEntry["request"];
type World = ContractEntry["world"];

/** The writer makes lists of sets, and leaves out what is undefined. */
export function recordRequest(request: VerifyRequest, { outcome, proxy }: ContractReport): Request {
  const { target, projectRoot, buildSource, ...rest } = request;
  const lookedAt = new Set(request.lookedAt);
  // Others may have been added since. Without the implementation, the outcome would be another.
  if (outcome !== "minimal-proxy" && !request.followProxy && proxy?.implementation)
    lookedAt.delete(proxy.implementation);
  const isResolved = target.kind === "address" && target.contractId !== undefined;
  return {
    ...rest,
    target: target.input,
    resolved: isResolved ? { address: target.address, contractId: target.contractId } : undefined,
    lookedAt,
    buildSource: withPaths(buildSource, (each) => displayPath(each, projectRoot)),
  } as unknown as Request;
}

/** @throws VerifyContractError for an invalid target */
export function replayRequest(recorded: Request): VerifyRequest {
  const { target, resolved, lookedAt, buildSource, locked, batch, ...request } = recorded;
  return {
    contract: undefined,
    creationTransactionHash: undefined,
    at: undefined,
    ...request,
    target: resolved === undefined ? parseTarget(target) : { kind: "address", input: target, ...resolved },
    batch: batch && { subcommand: undefined, ...batch },
    locked: locked && { entry: undefined, ...locked },
    lookedAt: new Set(lookedAt),
    projectRoot: REPLAY_ROOT,
    buildSource: withPaths(buildSource, replayPath),
  };
}

function withPaths(source: BuildSource, change: (file: string) => string): BuildSource {
  return source.kind === "build-files"
    ? { ...source, locations: source.locations.map(change) }
    : { ...source, file: change(source.file) };
}

export function recordWorld(
  ports: WatchablePorts,
  { startedAt, stopped }: Recording,
  {
    runAt,
    leftMs,
    projectRoot,
  }: { readonly runAt: Date; readonly leftMs: number | undefined } & Pick<VerifyRequest, "projectRoot">,
): World {
  const {
    operators,
    journal,
    polling: { clock: _, ...polling },
  } = ports;
  return {
    networkName: ports.chain.networkName,
    chainId: ports.chainId,
    atMs: Math.max(0, startedAt.getTime() - runAt.getTime()),
    appearAttempts: ports.appearAttempts,
    codeAttempts: ports.codeAttempts,
    polling,
    leftMs,
    verification: ports.verification?.url,
    query: ports.query?.url,
    status: ports.status?.url,
    browserUrl: ports.browserUrl,
    explorer: ports.explorer,
    configured: ports.configured ?? [],
    operators: operators && {
      // The path of a node is often a key.
      node: operators.urls.node && URL.parse(operators.urls.node)?.origin,
      query: operators.urls.query && shownBase(operators.urls.query),
      verification: operators.urls.verification && shownBase(operators.urls.verification),
      names: Object.fromEntries(Object.entries(operators.names).map(([url, name]) => [shownBase(url), name])),
    },
    allowForeignCreation: ports.allowForeignCreation ?? [],
    doors: [
      ...(ports.compile === undefined ? [] : ["compiler"]),
      ...(ports.recordedTransactions === undefined ? [] : ["transactions"]),
      ...(ports.forwarding === undefined ? [] : ["forwarding"]),
    ],
    journal: journal.place && displayPath(journal.place, projectRoot),
    stopped,
  } as unknown as World;
}

/** The ports of a recorded contract. All that can be asked through them has to come from the cassette. */
export function replayPorts({ world }: ContractEntry, replay: Replay, words: HostWords): WatchablePorts {
  const { codeAttempts, leftMs, explorer, operators, journal, doors } = world;
  const { clock, wait, signal } = replay;
  const has = (door: World["doors"][number]): boolean => doors.includes(door);
  const service = (url: string) => ({
    url,
    through: (transport: Parameters<typeof cassetteTransport>[0]) =>
      cassetteTransport(transport, () => replay),
  });
  return {
    words,
    chain: rpcChain(world.networkName, unavailable, { wait }),
    chainId: world.chainId,
    verification:
      world.verification === undefined ? undefined : new VerificationService(service(world.verification)),
    query: world.query === undefined ? undefined : new QueryService(service(world.query)),
    status: world.status === undefined ? undefined : { url: world.status, summary: unavailable },
    ...(has("forwarding") ? { forwarding: { isExpected: unavailable, note: () => {} } } : {}),
    browserUrl: world.browserUrl,
    ...(explorer === undefined ? {} : { explorer }),
    configured: new Set<ServiceName>(world.configured),
    ...(operators === undefined ? {} : { operators: operatorsOf(operators) }),
    allowForeignCreation: new Set(world.allowForeignCreation),
    compile: has("compiler") ? unavailable : undefined,
    ...(has("transactions") ? { recordedTransactions: unavailable } : {}),
    builds: { read: unavailable, readWider: unavailable, readInput: unavailable, refuseMissing: unavailable },
    journal: {
      ...(journal === undefined ? {} : { place: replayPath(journal) }),
      note: async () => {},
      lookUp: unavailable,
    },
    clock,
    polling: world.polling,
    appearAttempts: world.appearAttempts,
    ...(codeAttempts === undefined ? {} : { codeAttempts }),
    ...(leftMs === undefined ? {} : { leftMs: () => Math.max(0, leftMs - clock.elapsedMs()) }),
    signal,
    onProgress: () => {},
  };
}

function operatorsOf({
  names,
  node,
  query,
  verification,
}: NonNullable<World["operators"]>): NonNullable<Ports["operators"]> {
  return { urls: { node, query, verification }, names };
}
