import { getAddress } from "ethers";
import type { LocalRequest } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { errorReply, invalidParameter, unsupportedChain } from "./error-body.ts";
import type { JudgeRequest } from "./judgement.ts";
import { contractPathProblem, identifierProblem, inputProblem, submissionProblem } from "./parameters.ts";

export type Submission = JudgeRequest["submission"];

export type SubmissionResult =
  | { readonly kind: "accepted"; readonly address: string; readonly submission: Submission }
  | { readonly kind: "refused"; readonly reply: Reply };

/** Validates a submission, in the order of the real service: body, schema, chain, checksum, input, identifier. */
export async function readSubmission(
  request: LocalRequest,
  chainId: string,
  address: string,
  servedChainId: string,
): Promise<SubmissionResult> {
  const body = await readJson(request);
  if (body.kind === "refused") return body;

  const schemaProblems = [contractPathProblem(chainId, address), submissionProblem(body.value)].filter(
    (problem) => problem !== undefined,
  );
  if (schemaProblems.length > 0) return refused(invalidParameter(schemaProblems.join(", ")));
  // The schema is valid; the input itself is validated below.
  const submission = body.value as Submission;

  if (chainId !== servedChainId) return refused(unsupportedChain(chainId));
  const checksummed = checksum(address);
  if (checksummed === undefined) return refused(invalidParameter(`Invalid address: ${address}`));
  const problem =
    inputProblem({ ...submission.stdJsonInput }) ?? identifierProblem(submission.contractIdentifier);
  if (problem !== undefined) return refused(invalidParameter(problem));
  return { kind: "accepted", address: checksummed, submission };
}

type JsonResult =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly reply: Reply };

async function readJson(request: LocalRequest): Promise<JsonResult> {
  // A web page can send text or a form here without asking first, but not JSON.
  if (!/^application\/json\s*(;|$)/i.test(request.contentType ?? "")) {
    const type = request.contentType ?? "none";
    return refused(errorReply(415, "invalid_parameter", `unsupported media type ${type}`));
  }
  const body = await request.body();
  switch (body.kind) {
    case "too-large":
      return refused(errorReply(500, "internal_error", "request entity too large"));
    case "unknown-encoding":
      return refused(errorReply(415, "invalid_parameter", `unsupported content encoding "${body.encoding}"`));
    case "broken":
      return refused(errorReply(400, "invalid_json", body.message));
    case "read":
      return parseJson(body.bytes.toString("utf8"));
  }
}

function parseJson(text: string): JsonResult {
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return refused(errorReply(400, "invalid_json", message));
  }
}

function refused(reply: Reply): { readonly kind: "refused"; readonly reply: Reply } {
  return { kind: "refused", reply };
}

/** The address as EIP-55 writes it; undefined when upper and lower case do not agree with it. */
export function checksum(address: string): string | undefined {
  try {
    // All upper digits carry no checksum, like all lower ones.
    const digits = address.slice(2);
    return getAddress(digits === digits.toUpperCase() ? address.toLowerCase() : address);
  } catch {
    return undefined;
  }
}
