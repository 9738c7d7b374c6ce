import { COMPLETED_JOB, EXACT, NO_MATCH, PENDING_JOB, QUERY_CONTRACT } from "../helpers/services/examples.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";
import {
  type RecordedExchange,
  recordedQueries,
  recordedVerificationErrors,
  recordedVerifications,
} from "../helpers/services/recordings.ts";
import type { Base } from "./answers.ts";
import { objectAt } from "./oracles/plain-json.ts";
import type { Body } from "./worlds.ts";

const FORWARDED = {
  etherscan: {
    verificationId: "jvs5kb7ghzvvufy7gdpfnsxjcgz6ieyu8e1azc5bw9g1gzdkpr",
    statusUrl: "https://api.etherscan.io/v2/api?module=contract&action=checkverifystatus&chainid=296",
    explorerUrl: "https://etherscan.io/address/0x60768b3b49dc7c031eed1bd4d1601b976c8d550e",
  },
  blockscout: { verificationId: "VERIFIER_ALREADY_VERIFIED" },
  routescan: { error: "daily limit reached" },
};

const EXPLAINED = {
  customCode: "compiler_error",
  message: "The compiler failed.",
  errorId: VERIFICATION_ID,
  recompiledRuntimeCode: "0x6001",
  onchainRuntimeCode: "0x6002",
  errorData: {
    compilerErrors: [{ formattedMessage: "Error: x\n  --> a.sol:1:1\n", message: "x" }, "y"],
    compilerErrorMessage: "z",
  },
};

/** Every recorded poll, and the examples, with the requested job's id. */
export function jobBases(): readonly Base[] {
  const polls = recordedVerifications().flatMap(([name, { polls: all }]) =>
    all.map(({ status, body }) => ({ name: `a poll of ${name}`, status, body })),
  );
  const examples = Object.entries({
    "a completed job": COMPLETED_JOB,
    "a pending job": PENDING_JOB,
    "a job that was forwarded": { ...COMPLETED_JOB, externalVerifications: FORWARDED },
    "a job with an error and a match": {
      ...COMPLETED_JOB,
      error: { customCode: "no_match", message: "No match." },
    },
    "a job with all that explains a failure": { ...COMPLETED_JOB, contract: NO_MATCH, error: EXPLAINED },
  }).map(([name, body]) => ({ name, status: 200, body }));
  return [...polls, ...examples].map(({ body, ...base }) => ({
    ...base,
    body: { ...objectAt(body), verificationId: VERIFICATION_ID, contract: { ...objectAt(body, "contract") } },
  }));
}

const baseOf = ({ about, response: { status, body } }: RecordedExchange): Base => ({
  name: about,
  status,
  body,
});

export function refusalBases(): readonly Base[] {
  return recordedVerificationErrors().map(baseOf);
}

/** Every recorded record with all fields, and the answers without one. */
export function recordBases(): readonly Base[] {
  const records = recordedVerifications().map(([name, { record }]) => ({
    ...record,
    name: `the record of ${name}`,
  }));
  const found = records.filter(({ status }) => status === 200);
  const matches = { name: "the matches alone", status: 200, body: EXACT };
  return [...found, ...found, ...records, matches, ...refusalBases()];
}

export function queryContractBases(): readonly Base[] {
  const recorded = recordedQueries().map(baseOf);
  const found = recorded.filter(({ status }) => status === 200);
  return [...found, ...recorded, { name: "an example", status: 200, body: QUERY_CONTRACT }];
}

/** `seconds.nanoseconds`, as recorded or from the example. */
export function createdTimestampOf(address: string): string {
  const [recorded] = recordedAt(address);
  return String(recorded?.created_timestamp ?? QUERY_CONTRACT.created_timestamp);
}

function recordedAt(address: string): Body[] {
  return recordedQueries()
    .map(({ response: { body } }) => objectAt(body))
    .filter(({ evm_address, deleted }) => evm_address === address.toLowerCase() && deleted === false);
}

/** Recorded contracts, created from a file or not, and the example. */
export function queryContractsAt(address: string, runtime: string, creation: string | undefined): Body[] {
  const codes = { bytecode: creation ?? null, runtime_bytecode: runtime };
  const created_timestamp = createdTimestampOf(address);
  const example = { ...QUERY_CONTRACT, evm_address: address.toLowerCase(), created_timestamp, ...codes };
  return [...recordedAt(address), example];
}
