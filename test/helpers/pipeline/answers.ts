import type { Match } from "../../../src/internal/domain/record.ts";
import type { Compiled } from "../compile.ts";
import { DEPLOYER } from "../fake-chain.ts";
import { type Deployed, justNow, recordBody } from "../record-body.ts";
import { ENDED_JOB, NO_MATCH, PENDING_JOB, QUERY_CONTRACT } from "../services/examples.ts";
import { type Behaviour, json } from "../services/fault-server.ts";
import { VERIFICATION_ID } from "../services/quick.ts";
import { ADDRESS, CHAIN_ID, CREATION, codeOf, deployedChain, PATH, project } from "./deployed.ts";

export function record(
  runtime: Match | null = "exact_match",
  creation: Match | null = runtime,
  compiled: Compiled = project(),
  onchain: Compiled = compiled,
): Readonly<Record<string, unknown>> {
  return recordOf(compiled, PATH, "Counter", codeOf(onchain), { creation, runtime });
}

/** @param deployed The codes on chain, and what differs from {@link deployedChain}. */
export function recordOf(
  compiled: Compiled,
  path: string,
  name: string,
  deployed: Pick<Deployed, "runtime" | "creation"> & Partial<Deployed>,
  sides: { readonly creation: Match | null; readonly runtime: Match | null },
): Readonly<Record<string, unknown>> {
  const usual = { chainId: CHAIN_ID, address: ADDRESS, transactionHash: CREATION, deployer: DEPLOYER };
  return recordBody(compiled, path, name, { ...usual, ...deployed }, sides);
}

const about = { chainId: String(CHAIN_ID), address: ADDRESS };
/** No record of the contract that is asked about. */
export const NOT_VERIFIED: Behaviour = (request, response) => {
  const [, chainId, address] = /contract\/(\d+)\/(0x[0-9a-fA-F]{40})/.exec(request.url ?? "") ?? [];
  json(404, { ...NO_MATCH, chainId, address })(request, response);
};
export const PENDING: Behaviour = json(200, { ...PENDING_JOB, contract: { ...NO_MATCH, ...about } });

export function stored(...args: Parameters<typeof record>): Behaviour {
  return json(200, record(...args));
}

export function matchedJob(
  runtime: Match | null = "exact_match",
  creation: Match | null = runtime,
  externalVerifications?: unknown,
): Behaviour {
  const match = [runtime, creation].includes("exact_match") ? "exact_match" : (runtime ?? creation);
  return json(200, {
    ...ENDED_JOB,
    externalVerifications,
    contract: {
      ...ENDED_JOB.contract,
      ...about,
      verifiedAt: justNow(),
      matchId: "198",
      match,
      runtimeMatch: runtime,
      creationMatch: creation,
    },
  });
}

export function failedJob(
  customCode: string,
  errorData?: unknown,
  codes: Readonly<Record<string, string>> = {},
): Behaviour {
  return json(200, {
    ...ENDED_JOB,
    contract: { ...NO_MATCH, ...about },
    error: { customCode, message: `said ${customCode}`, errorId: VERIFICATION_ID, errorData, ...codes },
  });
}

export function queryAnswer(more: Readonly<Record<string, unknown>> = {}): Behaviour {
  const { runtime, creation } = codeOf(project());
  return json(200, {
    ...QUERY_CONTRACT,
    evm_address: ADDRESS.toLowerCase(),
    // Block 5 of the chain above.
    created_timestamp: "1790000300.123456789",
    bytecode: creation,
    runtime_bytecode: runtime,
    ...more,
  });
}

export const ACCEPTED: Behaviour = json(202, { verificationId: VERIFICATION_ID });
