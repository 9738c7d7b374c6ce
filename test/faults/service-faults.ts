import { type Behaviour, json, neverAnswers, text } from "../helpers/services/fault-server.ts";
import { FREEZE_MS, type Journal, type ProxyFault } from "./fault-proxy.ts";
import type { Operation, ServiceFault } from "./faults.ts";
import { faultsIn, isHit } from "./hits.ts";
import { killed } from "./killed.ts";
import type { Way } from "./limits.ts";
import type { Row } from "./rows.ts";

/** A web application in place of the service: its page for every GET, other JSON for the rest. */
export const webApplication: Behaviour = (request, response) =>
  (request.method === "GET" ? PAGE : OTHER_JSON)(request, response);

const PAGE = text(200, "<!DOCTYPE html><title>App</title>", { "content-type": "text/html" });
const OTHER_JSON = json(404, { error: "not found", path: "/" });

/** A service that is sound until the row's request comes, and has the fault for everything from then on. */
export function serviceWith(fault: ServiceFault, way: Way, service: string, row: Row): ProxyFault {
  const sinceHit = (operation: Operation, before: Journal): boolean =>
    faultsIn(before) > 0 || isHit(row, operation, before);
  const isAnswer = row.hits === "the answer";
  switch (fault) {
    case "something else answers":
      return {
        behaviour: way === "passes" ? OTHER_JSON : webApplication,
        arrives: "no",
        hits: way === "passes" ? (...of) => faultsIn(of[1]) === 0 && isHit(row, ...of) : sinceHit,
      };
    case "frozen":
      if (way === "stays")
        return { behaviour: neverAnswers, arrives: isAnswer ? "once" : "no", hits: sinceHit };
      return {
        behaviour: neverAnswers,
        arrives: "late",
        hits: (...of) => sinceHit(...of) && isFrozen(of[1]),
      };
    case "killed in mid-job":
      return { behaviour: killed(way, service), arrives: isAnswer ? "once" : "no", hits: sinceHit };
  }
}

function isFrozen(before: Journal): boolean {
  const first = before.find(({ faulted }) => faulted);
  return first === undefined || performance.now() < first.atMs + FREEZE_MS;
}
