import { type Behaviour, json, reset } from "../helpers/services/fault-server.ts";
import { operationOf } from "./faults.ts";
import type { Way } from "./limits.ts";

/**
 * A verification service that is killed while it answers the first request. `passes`: it is started again at once, and
 * its job stays as it was, as the public service's database keeps it: the job never ends and blocks every other one for
 * the contract. `stays`: nothing is behind its port any more.
 *
 * @param service The URL of a service that has the job.
 */
export function killed(way: Way, service: string): Behaviour {
  if (way === "stays") return reset;
  let isRunning = true;
  return (request, response) => {
    if (isRunning) {
      isRunning = false;
      reset(request, response);
      return;
    }
    const { method = "GET", url = "/" } = request;
    switch (operationOf(method, url)) {
      case "poll":
        pendingJob(`${service}${url}`)
          .then((body) => json(200, body)(request, response))
          .catch((error) => response.destroy(error));
        break;
      case "record":
        json(404, { ...NO_MATCH, ...contractOf(url) })(request, response);
        break;
      default:
        json(429, BUSY)(request, response);
    }
  };
}

const NO_MATCH = { match: null, creationMatch: null, runtimeMatch: null };
const BUSY = {
  customCode: "duplicate_verification_request",
  message: "The contract is already being verified",
  errorId: "c9c43c39-76fd-4619-9921-089f9e74caac",
};

/** The view of the job as it was before it ended. */
async function pendingJob(url: string): Promise<unknown> {
  const { verificationId, jobStartTime, contract } = (await (await fetch(url)).json()) as JobView;
  const { chainId, address } = contract;
  return {
    ...{ isJobCompleted: false, verificationId, jobStartTime },
    contract: { ...NO_MATCH, chainId, address },
  };
}

interface JobView {
  readonly verificationId: string;
  readonly jobStartTime: string;
  readonly contract: { readonly chainId: string; readonly address: string };
}

function contractOf(path: string): {
  readonly chainId: string | undefined;
  readonly address: string | undefined;
} {
  const [chainId, address] = (path.split("?")[0] ?? "").split("/").slice(3);
  return { chainId, address };
}
