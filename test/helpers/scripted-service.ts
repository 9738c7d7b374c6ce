import { type Behaviour, type FaultServer, json, type SeenRequest, serve } from "./services/fault-server.ts";

/** The behaviour of a verification service: one per request of each kind, and the last one repeats. */
export interface Script {
  readonly submit?: readonly Behaviour[];
  readonly job?: readonly Behaviour[];
  readonly record?: readonly Behaviour[];
  readonly query?: readonly Behaviour[];
}

export interface ScriptedService extends FaultServer {
  readonly kinds: readonly (keyof Script)[];
  readonly submissions: readonly SeenRequest[];
  count(kind: keyof Script): number;
}

export async function scriptedService(script: Script): Promise<ScriptedService> {
  const kinds: (keyof Script)[] = [];
  const count = (kind: keyof Script) => kinds.filter((each) => each === kind).length;
  const server = await serve((request, response) => {
    const kind = kindOf(request.method ?? "", request.url ?? "");
    kinds.push(kind);
    const behaviours = script[kind] ?? [];
    const behaviour = behaviours[Math.min(count(kind), behaviours.length) - 1];
    (behaviour ?? json(404, { customCode: "not_in_the_script", message: kind }))(request, response);
  });
  return {
    ...server,
    kinds,
    count,
    get submissions() {
      return server.requests.filter(({ method }) => method === "POST");
    },
  };
}

function kindOf(method: string, path: string): keyof Script {
  if (method === "POST") return "submit";
  if (path.startsWith("/v2/verify/")) return "job";
  return path.startsWith("/api/") ? "query" : "record";
}

export const arrivesAndIsLost: Behaviour = (request) => {
  request.socket.resetAndDestroy();
};

export function accepted(verificationId: string): Behaviour {
  return json(202, { verificationId });
}

export function refused(status: number, customCode: string): Behaviour {
  return json(status, {
    customCode,
    message: `said ${customCode}`,
    errorId: "c9c43c39-76fd-4619-9921-089f9e74caac",
  });
}
