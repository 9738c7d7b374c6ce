import { type Answer, type Body, LIED_JOB, type Rewrite } from "../world/lying-proxy.ts";
import type { Subject } from "../world/subjects.ts";
import type { NodeLie } from "../world/world.ts";
import { CHAIN_ID } from "../world/world.ts";

type Told = Pick<Subject, "address">;

/** Changes one contract's record in place; other records stay honest. */
export function recordOf({ address }: Told, change: (record: Body) => Body | undefined): Rewrite {
  return ({ path }, honest) => {
    if (!path.toLowerCase().includes(`/contract/${CHAIN_ID}/${address.toLowerCase()}`)) return honest;
    return { ...honest, body: change(honest.body) ?? honest.body };
  };
}

/** Only replaces parts that the answer has, because a service sends what was requested. */
export function put(body: Body, parts: Body): void {
  for (const [key, value] of Object.entries(parts)) if (key in body) body[key] = structuredClone(value);
}

export const EXACT = { match: "exact_match", creationMatch: "exact_match", runtimeMatch: "exact_match" };

/** A service without a record before the submission, which then sends this job and this record. */
export function jobThenRecord(
  { address }: Told,
  job: Body,
  record: (asked: Parameters<Rewrite>[0], honest: Answer) => Answer,
): Rewrite {
  let isSubmitted = false;
  return (asked, honest) => {
    const { method, path } = asked;
    if (method === "POST") {
      isSubmitted = true;
      return { status: 202, body: { verificationId: LIED_JOB } };
    }
    if (path.startsWith("/v2/verify/")) return { status: 200, body: matchedJob(address, job) };
    if (!path.toLowerCase().includes(`/contract/${CHAIN_ID}/${address.toLowerCase()}`)) return honest;
    return isSubmitted
      ? record(asked, honest)
      : {
          status: 404,
          body: { match: null, creationMatch: null, runtimeMatch: null, chainId: String(CHAIN_ID), address },
        };
  };
}

function matchedJob(address: string, contract: Body): Body {
  return {
    isJobCompleted: true,
    verificationId: LIED_JOB,
    jobStartTime: new Date().toISOString(),
    jobFinishTime: new Date().toISOString(),
    compilationTime: "10",
    contract: {
      ...EXACT,
      chainId: String(CHAIN_ID),
      address,
      verifiedAt: new Date().toISOString(),
      matchId: "9999",
      ...contract,
    },
  };
}

export function queryOf({ address }: Told, change: (contract: Body) => Body | undefined): Rewrite {
  return ({ path }, honest) => {
    if (!path.toLowerCase().includes(`/contracts/${address.toLowerCase()}`)) return honest;
    if (path.includes("/results")) return honest;
    return { ...honest, body: change(honest.body) ?? honest.body };
  };
}

export const withoutTraces: NodeLie = (method, _params, honest) =>
  method.startsWith("debug_")
    ? Promise.reject(Object.assign(new Error("the method does not exist"), { code: -32601 }))
    : honest();

export function codeAt(address: string, code: string): NodeLie {
  return async (method, params, honest) => {
    const isIt = method === "eth_getCode" && String(params[0]).toLowerCase() === address.toLowerCase();
    const true_ = await honest();
    return isIt && true_ !== "0x" ? code : true_;
  };
}
