import type { Socket } from "node:net";
import type { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { refused } from "../helpers/scripted-service.ts";
import { NO_MATCH } from "../helpers/services/examples.ts";
import {
  type Behaviour,
  badGatewayPage,
  json,
  neverAnswers,
  reset,
  resetInBody,
  text,
} from "../helpers/services/fault-server.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";
import { type AnswerFault, type Operation, operationOf, RETRY_AFTER_S } from "./faults.ts";
import type { Way } from "./rows.ts";

/**
 * A verification service that is killed during the first request. `passes`: it restarts at once, and its job never ends, as
 * in the public service's database. `stays`: nothing listens on its port any more.
 * @param service URL of a service with the job.
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
        refused(429, "duplicate_verification_request")(request, response);
    }
  };
}

/** The job as it was before it ended. */
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

function contractOf(path: string) {
  const [chainId, address] = (path.split("?")[0] ?? "").split("/").slice(3);
  return { chainId, address };
}

/** @param hasSubmitted True after the first submission. */
type GoesElsewhere = (operation: Operation, hasSubmitted: boolean) => boolean;

const OPERATIONS: Readonly<Record<string, Operation>> = { submit: "submit", job: "poll", contract: "record" };

/** Sends some operations to another address, whose fault hits all of them. */
export function partlyElsewhere(
  here: VerificationService,
  there: VerificationService,
  goesElsewhere: GoesElsewhere,
): VerificationService {
  let hasSubmitted = false;
  return new Proxy(here, {
    get: (_, name) => {
      const operation = OPERATIONS[String(name)];
      const service = operation !== undefined && goesElsewhere(operation, hasSubmitted) ? there : here;
      hasSubmitted ||= operation === "submit";
      const value: unknown = Reflect.get(service, name, service);
      return typeof value === "function" ? value.bind(service) : value;
    },
  });
}

const BODY_BYTES = 200_000_000;

const ABOUT = { chainId: "31337", address: `0x${"11".repeat(20)}` };

/** Plausible answers with a wrong type where it matters. */
const WRONG_TYPES: Readonly<Record<Operation, unknown>> = {
  submit: { verificationId: 17 },
  poll: {
    isJobCompleted: "true",
    verificationId: VERIFICATION_ID,
    contract: { match: true, creationMatch: true, runtimeMatch: true, ...ABOUT },
  },
  record: { match: true, creationMatch: true, runtimeMatch: true, ...ABOUT },
  query: { deleted: "false", evm_address: 17, memo: null, timestamp: [], runtime_bytecode: true },
  status: { page: {}, status: { indicator: 0, description: ["All Systems Operational"] } },
  "chain RPC": { jsonrpc: "2.0", id: 1, result: 17 },
};

const TRUNCATED: Readonly<Record<Operation, string>> = {
  submit: '{"verificationId":"c9c43c39-76fd-4619',
  poll: '{"isJobCompleted":true,"contract":{"match":"exact_ma',
  record: '{"match":"exact_match","creationMatch":"exact_match","runtimeMatch":"exact_match","chai',
  query: '{"deleted":false,"runtime_bytecode":"0x6080',
  status: '{"status":{"indicator":"none","descr',
  "chain RPC": '{"jsonrpc":"2.0","id":1,"result":"0x6080',
};

export function answerWith(fault: AnswerFault, operation: Operation, elsewhere: string): Behaviour {
  switch (fault) {
    case "reset while sending":
      return reset;
    case "reset in mid-body":
      return resetInBody;
    case "never answers":
      return neverAnswers;
    case "one byte a second":
      return oneByteASecond(TRUNCATED[operation]);
    case "429 with Retry-After":
      return json(429, { message: "Too many requests" }, { "retry-after": String(RETRY_AFTER_S) });
    case "429 without":
      return json(429, { message: "Too many requests" });
    case "500":
      return json(500, { customCode: "internal_error", message: "Oops", errorId: VERIFICATION_ID });
    case "502 with HTML":
      return badGatewayPage;
    case "truncated JSON":
      return text(200, TRUNCATED[operation], { "content-type": "application/json" });
    case "wrong JSON type":
      return json(200, WRONG_TYPES[operation]);
    case "200 MB of body":
      return large;
    case "redirect elsewhere":
      return (request, response) => {
        response.writeHead(307, { location: `${elsewhere}${request.url}` }).end();
      };
  }
}

function oneByteASecond(body: string): Behaviour {
  return (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    let sent = 0;
    const send = (): void => {
      response.write(body.charAt(sent) || " ");
      sent += 1;
    };
    send();
    const timer = setInterval(send, 1000);
    response.on("close", () => clearInterval(timer));
  };
}

/** Valid JSON except for its size; as much of it as the client reads. */
const large: Behaviour = (_request, response) => {
  const chunk = Buffer.alloc(1_000_000, "x");
  let left = BODY_BYTES / chunk.length;
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"padding":"');
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(chunk)) return;
    }
    if (!response.writableEnded) response.end('"}');
  };
  response.on("drain", more);
  more();
};

/** Answers a TLS hello with plain text. */
export function garbage(socket: Socket): void {
  socket.on("data", () => {});
  socket.write("\u0000\u0001\u0002 this is not TLS\r\n".repeat(20));
}
