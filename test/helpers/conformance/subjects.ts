import { startLocalServices } from "../../../src/local.ts";
import { startDevelopmentChain } from "../local/development-chain.ts";
import {
  type Answer,
  type Exchange,
  PHENOMENA,
  type Phenomenon,
  type PhenomenonName,
  recordedPhenomenon,
} from "./recordings.ts";
import { ask, CHAIN_START, replay, replayChain } from "./replay.ts";

/** What the suites ask: once the recordings answer, once the local services. */
export interface Subject {
  /** Does all that was recorded, so that it can be looked at. */
  replayAll(): Promise<void>;
  phenomenon(name: PhenomenonName): Phenomenon;
  /** What the verification service answers to a recorded request. */
  verification(exchange: Exchange): Promise<Answer>;
  /** What the query service answers to a recorded request. Ids and times are put in place of the recorded ones. */
  query(exchange: Exchange): Promise<Answer>;
  close(): Promise<void>;
}

export const SUBJECTS: Readonly<Record<string, () => Promise<Subject>>> = {
  "the recordings": async () => ({
    replayAll: async () => undefined,
    phenomenon: recordedPhenomenon,
    verification: async ({ response }) => response,
    query: async ({ response }) => response,
    close: async () => undefined,
  }),
  "the local services": startLocalSubject,
};

async function startLocalSubject(): Promise<Subject> {
  const chain = await startDevelopmentChain({ chainId: 296, initialDate: CHAIN_START });
  await replayChain(chain);
  const services = await startLocalServices({ chain: { rpcUrl: chain.rpcUrl } });
  const phenomena = new Map<PhenomenonName, Phenomenon>();
  return {
    phenomenon: (name) => {
      const found = phenomena.get(name);
      if (found === undefined) throw new Error(`${name} was not replayed.`);
      return found;
    },
    replayAll: async () => {
      for (const name of PHENOMENA) {
        phenomena.set(name, await replay(recordedPhenomenon(name), services.verification.url));
      }
    },
    verification: ({ request }) => ask(services.verification.url, request.method, request.path, request.body),
    query: async ({ request }) => ask(services.query.url, request.method, await translate(request.path)),
    close: async () => {
      await services.close();
      await chain.close();
    },
  };

  /** The recorded ledger numbered its contracts from 5001 on, and gave them times with nanoseconds. */
  async function translate(path: string): Promise<string> {
    const plain = recordedPhenomenon("plain").address;
    const { body } = await ask(services.query.url, "GET", `/api/v1/contracts/${plain}`);
    const { contract_id, created_timestamp } = body as { contract_id: string; created_timestamp: string };
    return path
      .replace("5001", contract_id.split(".").at(-1) ?? "")
      .replace("1795253078.123456789", created_timestamp);
  }
}
