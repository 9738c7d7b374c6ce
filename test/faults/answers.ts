import {
  type Behaviour,
  badGatewayPage,
  json,
  neverAnswers,
  reset,
  resetInBody,
  text,
} from "../helpers/services/fault-server.ts";
import { type AnswerFault, type Operation, RETRY_AFTER_S } from "./faults.ts";

const BODY_BYTES = 200_000_000;

const VERIFICATION_ID = "c9c43c39-76fd-4619-9921-089f9e74caac";
const ABOUT = { chainId: "31337", address: `0x${"11".repeat(20)}` };

/** Answers that look right, but for the type of what matters most. */
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

/** What a server that has the fault does with a request. */
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

/** Proper JSON, so that nothing but its size is wrong; as much of it as the client reads. */
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
