import { getAddress } from "ethers";
import { messageOf } from "../../text/file-reason.ts";
import { BodyProblem, type LocalRequest } from "../http/listen.ts";
import { invalidParameter, refusal, refuseProblem, unsupportedChain } from "./error-body.ts";
import type { JudgeRequest } from "./judgement.ts";
import { contractPathProblem, identifierProblem, inputProblem, submissionProblem } from "./parameters.ts";

export type Submission = JudgeRequest["submission"];

/** Validates in the public service's order: body, schema, chain, checksum, input, identifier. */
export async function readSubmission(
  request: LocalRequest,
  chainId: string,
  address: string,
  servedChainId: string,
): Promise<{ readonly address: string; readonly submission: Submission }> {
  const body = await readJson(request);
  const problems = [contractPathProblem({ chainId, address }), submissionProblem(body)].filter(
    (problem) => problem !== undefined,
  );
  if (problems.length > 0) throw invalidParameter(problems.join(", "));
  // The body conforms to the schema. The input itself is validated later.
  const submission = body as Submission;

  if (chainId !== servedChainId) throw unsupportedChain(chainId);
  const checksummed = checksum(address);
  refuseProblem(
    inputProblem({ ...submission.stdJsonInput }) ?? identifierProblem(submission.contractIdentifier),
  );
  return { address: checksummed, submission };
}

const BODY_ERRORS = {
  "too-large": [500, "internal_error"],
  "unknown-encoding": [415, "invalid_parameter"],
  broken: [400, "invalid_json"],
} as const;

async function readJson(request: LocalRequest): Promise<unknown> {
  const { contentType = "none" } = request;
  // Without a preflight request, a web page can send text or a form, but not JSON.
  if (!/^application\/json\s*(;|$)/i.test(contentType))
    throw refusal(415, "invalid_parameter", `unsupported media type ${contentType}`);
  try {
    return JSON.parse((await request.body()).toString("utf8"));
  } catch (error) {
    const [status, customCode] = BODY_ERRORS[error instanceof BodyProblem ? error.kind : "broken"];
    throw refusal(status, customCode, messageOf(error));
  }
}

/** @throws Refusal if the letter case contradicts the checksum. */
export function checksum(address: string): string {
  try {
    // An all-uppercase address has no checksum, just like an all-lowercase one.
    const digits = address.slice(2);
    return getAddress(digits === digits.toUpperCase() ? address.toLowerCase() : address);
  } catch {
    throw invalidParameter(`Invalid address: ${address}`);
  }
}
