import type { LocalRequest, LocalService } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { checksum } from "./checksum.ts";
import { errorReply, invalidParameter, unsupportedChain } from "./error-body.ts";
import { pickFields, selectFields } from "./fields.ts";
import { notFoundPage } from "./not-found.ts";
import { contractPathProblem, verificationIdProblem } from "./parameters.ts";
import { readSubmission } from "./submission.ts";
import type { Verifier } from "./verifier.ts";

/** The verification service: four endpoints of Sourcify's API v2, for one chain. */
export function verificationService(verifier: Verifier): LocalService {
  return {
    handle: async (request) => {
      const [version, resource, first, second, ...more] = segments(request.path);
      if (version === "v2" && first !== undefined && more.length === 0) {
        if (resource === "verify" && second !== undefined && request.method === "POST") {
          return submit(verifier, request, first, second);
        }
        if (resource === "verify" && second === undefined && isRead(request)) {
          return readJob(verifier, first);
        }
        if (resource === "contract" && first === "all-chains" && second !== undefined && isRead(request)) {
          return readAllChains(verifier, second);
        }
        if (resource === "contract" && second !== undefined && isRead(request)) {
          return readContract(verifier, request.query, first, second);
        }
      }
      return notFoundPage(request.method, request.path);
    },
    failed: () => errorReply(500, "internal_error", "Something went wrong."),
  };
}

async function submit(
  verifier: Verifier,
  request: LocalRequest,
  chainId: string,
  address: string,
): Promise<Reply> {
  const read = await readSubmission(request, chainId, address, verifier.chainId);
  return read.kind === "refused" ? read.reply : verifier.submit(read.address, read.submission);
}

function readJob(verifier: Verifier, verificationId: string): Reply {
  const problem = verificationIdProblem(verificationId);
  if (problem !== undefined) return invalidParameter(problem);
  const job = verifier.job(verificationId);
  return job === undefined
    ? errorReply(404, "job_not_found", `No verification job found for id ${verificationId}`)
    : { status: 200, json: job };
}

async function readContract(
  verifier: Verifier,
  query: URLSearchParams,
  chainId: string,
  address: string,
): Promise<Reply> {
  const problem = contractPathProblem(chainId, address);
  if (problem !== undefined) return invalidParameter(problem);
  if (chainId !== verifier.chainId) return unsupportedChain(chainId);
  const checksummed = checksum(address);
  if (checksummed === undefined) return invalidParameter(`Invalid address: ${address}`);
  const fields = selectFields(query);
  if (fields.kind === "refused") return invalidParameter(fields.message);

  const match = verifier.match(checksummed);
  const record = await verifier.record(checksummed, fields.selection.has("proxyResolution"));
  if (record === undefined) return { status: 404, json: match };
  return { status: 200, json: { ...pickFields(record, fields.selection), ...match } };
}

/** Not verified: status 404, and still the list. */
function readAllChains(verifier: Verifier, address: string): Reply {
  const problem = contractPathProblem(verifier.chainId, address);
  if (problem !== undefined) return invalidParameter(problem);
  const checksummed = checksum(address);
  if (checksummed === undefined) return invalidParameter(`Invalid address: ${address}`);
  const results = verifier.onAllChains(checksummed);
  return { status: results.length === 0 ? 404 : 200, json: { results } };
}

function isRead({ method }: LocalRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function segments(path: string): readonly string[] {
  const parts = path.split("/").slice(1);
  const last = parts.at(-1) === "" ? parts.slice(0, -1) : parts;
  return last.map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}
