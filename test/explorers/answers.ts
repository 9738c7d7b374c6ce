import { type Asked, notOk, ok, type Place, type Script } from "../helpers/explorers/fake-explorer.ts";

export type End = "shown" | "waiting" | "refused";

export interface OtherAnswer {
  readonly name: string;
  readonly answer: (asked: Asked) => ReturnType<Script>;
  /** How often the explorer gives this answer; Infinity for always. */
  readonly count: number;
  readonly ends: Readonly<Record<Place, End>>;
  /** Milliseconds for one request. @default 10_000 */
  readonly requestTimeoutMs?: number;
}

const SHOWN = { source: "shown", submit: "shown", status: "shown" } as const;
const WAITING = { source: "waiting", submit: "waiting", status: "waiting" } as const;
const REFUSED = { source: "refused", submit: "refused", status: "refused" } as const;

const PAGE =
  "<!DOCTYPE html>\n<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>";
const JOB = "Fail - Unable to verify";

/** Each recorded or documented answer, in each place. */
export const OTHER_ANSWERS: readonly OtherAnswer[] = [
  // An answer that means nothing in its place proves nothing.
  once("Pending in queue", { ...WAITING, status: "shown" }),
  { ...once("Pass - Verified", { ...WAITING, status: "shown" }), answer: () => ok("Pass - Verified") },
  ...["Already Verified", "Contract source code already verified", "Smart-contract already verified."].map(
    (text) => once(text, { ...SHOWN, source: "waiting" }),
  ),
  ...[
    JOB,
    `${JOB}. Please check if the correct constructor argument was entered.`,
    "Compiled contract deployment bytecode does NOT match the transaction deployment bytecode",
    "Library was required but suitable match not found",
    "Solidity Compilation Error: Source file requires different compiler version",
  ].map((text) => always(text, REFUSED)),
  { ...always(JOB, REFUSED), name: `${JOB}, with status 1`, answer: () => ok(JOB) },
  { ...once("", SHOWN), name: "Unable to locate ContractCode", count: 2, answer: unlocated },
  once("The address is not a smart contract", SHOWN),
  once("Contract source code not verified", { ...SHOWN, submit: "waiting" }),
  ...[
    "Max calls per sec rate limit reached (5/sec)",
    "Max calls per sec rate limit reached (3/sec)",
    "Max rate limit reached",
  ].map((text) => once(text, SHOWN)),
  {
    ...once("Too many requests", SHOWN),
    answer: () => ({ ...notOk("Too many requests"), status: 429, headers: { "retry-after": "1" } }),
  },
  ...["Max daily rate limit reached", "Daily limit of 250 source code submissions reached"].map((text) =>
    always(text, WAITING),
  ),
  ...[
    "Invalid API Key (#err2)|EX-1",
    "Missing/Invalid API Key",
    "Too many invalid api key attempts, please try again later",
    "Missing or unsupported chainid parameter (required for v2 api), please see https://api.etherscan.io/v2/chainlist for the list of supported chainids",
    "Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage. https://etherscan.io/apis",
    "You are using a deprecated V1 endpoint, switch to Etherscan API V2 using https://docs.etherscan.io/v2-migration",
  ].map((text) => always(text, REFUSED)),
  {
    ...always("", REFUSED),
    name: "a refusal that repeats the key",
    answer: ({ all }) => notOk(`Invalid API Key ${all.apikey} (#err2)`),
  },
  always("Unknown UID", WAITING),
  { ...always("", WAITING), name: "a page with status 403", answer: () => ({ status: 403, body: PAGE }) },
  {
    // The first answer shows that the configured URL is no explorer's.
    ...always("", { ...WAITING, source: "refused" }),
    name: "a page with status 200",
    answer: () => ({ body: PAGE }),
  },
  {
    // The submission may have arrived.
    ...once("", { ...SHOWN, submit: "waiting" }),
    name: "a page with status 502",
    answer: () => ({ status: 502, body: PAGE }),
  },
  {
    ...once("", { ...SHOWN, submit: "waiting" }),
    ...{ name: "silence", answer: () => "silence", requestTimeoutMs: 2_000 },
  },
  { ...once("", { ...SHOWN, submit: "waiting" }), name: "a broken connection", answer: () => "hang-up" },
];

function once(text: string, ends: OtherAnswer["ends"]): OtherAnswer {
  return { name: text, answer: () => notOk(text), count: 1, ends };
}

function always(text: string, ends: OtherAnswer["ends"]): OtherAnswer {
  return { ...once(text, ends), count: Number.POSITIVE_INFINITY };
}

function unlocated({ all }: Asked): ReturnType<Script> {
  return notOk(`Unable to locate ContractCode at ${all.address ?? all.contractaddress ?? all.guid}`);
}
