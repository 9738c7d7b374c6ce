import { isDevelopmentChain } from "../../domain/development-chain.ts";
import type { HostWords } from "../../errors/host-words.ts";
import { longerTimeout } from "../../errors/longer-timeout.ts";
import {
  again,
  checkUrl,
  chooseNetwork,
  configure,
  type Reader,
  withOptions,
} from "../../errors/next-step.ts";
import { type Problem, problem, VerifyContractError } from "../../errors/problem.ts";
import type { ServiceError } from "../../services/service-error.ts";

/** No usable answer, in words: which request, why, how often. */
export function notAnswered(error: ServiceError, reader: Reader, passedMs: number | undefined): Problem {
  const isNone = error.kind === "refused" || error.kind === "unusable";
  return problem(
    "VC601",
    {
      facts: [
        ["Asked", `${error.method} ${error.url}`],
        ["Status", error.status === undefined ? undefined : String(error.status)],
        ["Service said", error.serviceMessage],
        ["Reason", passedMs === undefined ? error.reason : `no answer within ${passedMs / 1000} s`],
        ["Tries", error.attempts === undefined ? undefined : String(error.attempts)],
      ],
      likely: isNone ? "it is not the base URL of a status service" : undefined,
      next: isNone
        ? checkUrl("status")
        : passedMs === undefined
          ? again
          : withOptions(["--timeout", String(longerTimeout(passedMs / 1000))]),
    },
    reader,
  );
}

/** Ctrl-C came first. */
export function stoppedByUser(reader: Reader): Problem {
  return problem("VC603", { next: again }, reader);
}

/** This chain has no status service. */
export function notConfigured(
  networkName: string,
  chainId: number | null,
  { defaultNetwork, network }: HostWords,
): VerifyContractError {
  const isForgotten = networkName === defaultNetwork && chainId !== null && isDevelopmentChain(chainId);
  const key = chainId === null ? "status.url" : `chains[${chainId}].status.url`;
  return new VerifyContractError("VC602", {
    values: { network: networkName },
    facts: [
      ["Chain", chainId === null ? undefined : String(chainId)],
      ["Missing", "verifyContract.status.url"],
      ["Defaults", "chains 295, 296 and 297 have one, unless verifyContract.status is false"],
    ],
    likely: isForgotten ? network.forgotten : undefined,
    next: isForgotten ? chooseNetwork("choose the network with") : configure(`set verifyContract.${key}`),
  });
}
