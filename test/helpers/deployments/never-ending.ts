import type { RecordedRequest, Reply } from "../recording-proxy.ts";

const LOST_JOB = "9a7f1f35-9a5c-4c0e-8a43-1f1d0c9f5a51";

/** Accepts one contract and never finishes its job, without the real service's knowledge. */
export function neverEnding(address: string): (request: RecordedRequest) => Reply | undefined {
  return ({ method, path }) => {
    if (method === "POST" && path.endsWith(address))
      return { status: 202, body: { verificationId: LOST_JOB } };
    if (!path.endsWith(LOST_JOB)) return undefined;
    const contract = { match: null, creationMatch: null, runtimeMatch: null, chainId: "31337", address };
    const body = {
      isJobCompleted: false,
      verificationId: LOST_JOB,
      jobStartTime: "2026-01-01T00:00:00Z",
      contract,
    };
    return { status: 200, body };
  };
}
