import type { Ports } from "../pipeline/ports.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import type { ContractReport } from "../report/model.ts";
import type { HttpOptions } from "../services/http/http-client.ts";
import { contractSeed, Recording } from "./cassette.ts";
import { cassettePorts, cassetteTransport, type WatchablePorts } from "./cassette-ports.ts";
import { recordRequest, recordWorld } from "./request.ts";
import { resultOf } from "./result.ts";
import type { ContractEntry } from "./schema.ts";

/**
 * Records one contract's run.
 *
 * @param make Makes the ports, with services that send through what it is given.
 */
export function recordContract(
  { seed, runAt }: { readonly seed: string; readonly runAt: Date },
  place: Pick<ContractEntry, "lane" | "index">,
  request: VerifyRequest,
  make: (through: NonNullable<HttpOptions["through"]>) => WatchablePorts,
): { readonly ports: Ports; readonly entry: (report: ContractReport) => ContractEntry } {
  const made = make((transport) => cassetteTransport(transport, () => recording));
  const recording = new Recording(made);
  const { projectRoot } = request;
  const leftMs = made.leftMs?.();
  return {
    ports: cassettePorts(made, recording, { seed: contractSeed(seed, place), projectRoot }),
    entry: (report) => ({
      ...place,
      request: recordRequest(request, report),
      world: recordWorld(made, recording, { runAt, leftMs, projectRoot }),
      entries: recording.entries,
      result: resultOf(report),
    }),
  };
}
