import { compile, flipByte } from "../compile.ts";
import { COUNTER, withComment } from "../contracts.ts";
import { FakeChain } from "../fake-chain.ts";
import { refused } from "../scripted-service.ts";
import { COMPLETED_JOB } from "../services/examples.ts";
import { type Behaviour, json, reset, text } from "../services/fault-server.ts";
import { VERIFICATION_ID } from "../services/quick.ts";
import { failedJob, matchedJob, NOT_VERIFIED, PENDING, queryAnswer, record, stored } from "./answers.ts";
import { ADDRESS, CREATION, codeOf, deployedChain, PATH, project } from "./deployed.ts";
import type { Run, Setting } from "./world.ts";

export const GOOD = { record: [NOT_VERIFIED, stored()], job: [PENDING, matchedJob()] };
const commented = () => compile({ [PATH]: withComment(COUNTER) });
const failing = (method: string) => {
  const chain = deployedChain();
  chain.failing.add(method);
  return chain;
};
/** JSON parsers differ in which of two duplicate keys wins. */
const withTwice = (body: object) =>
  text(200, JSON.stringify(body).replace(/"runtimeMatch":/, '"runtimeMatch":"match","runtimeMatch":'));
const WITH_PROTOTYPE = text(
  200,
  JSON.stringify(record()).replace('"sources":{', '"sources":{"__proto__":{"content":""},'),
);
const changed = (change: Readonly<Record<string, unknown>>) => json(200, { ...record(), ...change });

/** The service's compiled code differs from the build's. */
const LESS_SOURCES = failedJob("no_match", undefined, {
  recompiledRuntimeCode: codeOf(project({ optimizer: { enabled: false } })).runtime,
});

export interface Expected {
  readonly outcome: Run["report"]["outcome"];
  readonly exitCode: 0 | 1 | 3;
  readonly code?: string;
  readonly posts: number;
}

const EXIT_CODES = {
  verified: 0,
  "already-verified": 0,
  "dry-run": 0,
  "check-failed": 1,
  mismatch: 1,
  "no-build": 1,
  "not-deployed": 1,
  "not-proven": 1,
  rejected: 1,
  unavailable: 3,
} as const;

/** Settings with the same outcome. */
function ending(
  outcome: keyof typeof EXIT_CODES,
  posts: number,
  code: string | undefined,
  settings: Readonly<Record<string, Setting>>,
): Readonly<Record<string, readonly [Setting, Expected]>> {
  const expected = { outcome, exitCode: EXIT_CODES[outcome], ...(code === undefined ? {} : { code }), posts };
  return Object.fromEntries(Object.entries(settings).map(([what, setting]) => [what, [setting, expected]]));
}

const EXACT = { record: [stored()] };
const UNKNOWN = json(404, { _status: { messages: [{ message: "Not found" }] } });
const NO_HASH = { metadata: { bytecodeHash: "none" } };
const DEMANDING = { minMatch: "exact_match", requireCreation: false } as const;
const withJob = (...job: readonly Behaviour[]) => ({ record: [NOT_VERIFIED], job });

export const outcomeTable = (): Readonly<Record<string, readonly [Setting, Expected]>> => ({
  ...ending("verified", 1, undefined, {
    "a new contract that matches": { script: GOOD },
    "a new contract, with a query service": { script: { ...GOOD, query: [queryAnswer()] } },
    "a weaker match that is upgraded": { script: { ...GOOD, record: [stored("match"), stored()] } },
    "a contract ID that is resolved": { target: "5001", script: { ...GOOD, query: [queryAnswer()] } },
  }),
  ...ending("check-failed", 0, "VC412", {
    "a contract in no deployment record, if a check of a record is required": {
      script: EXACT,
      request: { required: ["recorded-transaction"] },
    },
    "a deployment record that names another transaction": {
      script: EXACT,
      request: { recorded: [{ address: ADDRESS, transactionHashes: [`0x${"ab".repeat(32)}`] }] },
    },
    "a stored record with other code than on chain": {
      script: {
        record: [
          changed({ runtimeBytecode: { ...(record().runtimeBytecode as object), onchainBytecode: "0x60" } }),
        ],
      },
    },
    "a record with other sources": {
      script: { record: [changed({ sources: { [PATH]: { content: "contract Evil {}" } } })] },
    },
    "a stored record for another address": {
      script: { record: [changed({ address: `0x${"ab".repeat(20)}` })] },
    },
    "a stored record whose creation transaction is a call": {
      chain: deployedChain().mine(8, {
        hash: `0x${"ee".repeat(32)}`,
        from: ADDRESS,
        to: ADDRESS,
        nonce: 1,
        input: "0x01",
      }),
      script: {
        record: [
          changed({
            deployment: {
              transactionHash: `0x${"ee".repeat(32)}`,
              blockNumber: "8",
              transactionIndex: "0",
              deployer: ADDRESS,
            },
            creationBytecode: { ...(record().creationBytecode as object), onchainBytecode: "0x6000" },
          }),
        ],
      },
    },
    "a contract that was deleted according to the query service": {
      script: { record: [stored()], query: [queryAnswer({ deleted: true })] },
    },
    "no query service, if a check of its answer is required": {
      script: EXACT,
      request: { required: ["runtime-code-query"] },
    },
  }),
  ...ending("already-verified", 0, undefined, {
    "a deployment record that names the creation transaction": {
      script: EXACT,
      request: {
        recorded: [{ address: ADDRESS, transactionHashes: [CREATION] }],
        required: ["recorded-transaction"],
      },
    },
    "a contract with an exact match on record": { script: EXACT },
    "a missing creation match that nothing can improve": {
      script: {
        record: [changed({ ...record("exact_match", null), deployment: null, creationBytecode: null })],
      },
      chain: Object.assign(deployedChain(), { withoutState: true }),
    },
    "an unreachable query service": { script: { record: [stored()], query: [reset] } },
    "a query service that doesn't know the contract": { script: { ...EXACT, query: [UNKNOWN] } },
    "a query service whose record is incomplete": {
      script: { record: [stored()], query: [queryAnswer({ runtime_bytecode: "0x", bytecode: null })] },
    },
  }),
  ...ending("already-verified", 1, undefined, {
    "a weaker match whose upgrade is refused": {
      script: { record: [stored("match")], submit: [refused(400, "invalid_parameter")] },
    },
    "a weaker match, and 409": {
      script: { record: [stored("match"), stored()], submit: [refused(409, "already_verified")] },
    },
    "a job that ends already verified": {
      script: { record: [NOT_VERIFIED, stored()], job: [failedJob("already_verified")] },
    },
    "a stored match that is submitted again with --force": {
      script: { record: [stored()], submit: [refused(409, "already_verified")] },
      request: { force: true },
    },
  }),
  // Three posts are the client's own attempts.
  ...ending("already-verified", 3, undefined, {
    "a weaker match, and a service that accepts no submissions": {
      script: { record: [stored("match")], submit: [text(503, "busy")] },
    },
  }),
  ...ending("rejected", 1, "VC402", {
    "a sufficient match that is submitted with --force and refused": {
      script: { record: [stored()], submit: [refused(400, "invalid_parameter")] },
      request: { force: true },
    },
    "a refused submission": {
      script: { record: [NOT_VERIFIED], submit: [refused(400, "invalid_parameter")] },
    },
  }),
  ...ending("already-verified", 2, undefined, {
    "a weaker match whose upgrade fails": { script: { record: [stored("match")], job: [LESS_SOURCES] } },
  }),
  ...ending("mismatch", 2, "VC404", {
    "a job that finds no match, with the imported and with all sources": { script: withJob(LESS_SOURCES) },
  }),
  ...ending("mismatch", 1, "VC404", {
    "a job that finds no match and doesn't return its code": {
      script: withJob(failedJob("no_match")),
    },
    "a job that finds no match with all sources": {
      script: withJob(failedJob("bytecode_length_mismatch")),
      request: { sources: "full" },
    },
  }),
  ...ending("mismatch", 2, "VC409", {
    "a stored match that is weaker than required": {
      script: {
        ...GOOD,
        record: [NOT_VERIFIED, stored("match", "match", commented(), project())],
        job: [matchedJob("match")],
      },
      request: { requirement: DEMANDING },
    },
  }),
  ...ending("mismatch", 1, "VC409", {
    "a missing creation match that is required": {
      script: {
        ...GOOD,
        record: [NOT_VERIFIED, stored("exact_match", null)],
        job: [matchedJob("exact_match", null)],
      },
      request: { requirement: { minMatch: "match", requireCreation: true } },
    },
  }),
  ...ending("not-deployed", 0, "VC301", {
    "an address without code": { script: GOOD, chain: new FakeChain(31337) },
  }),
  ...ending("no-build", 0, "VC204", {
    "code that no build has": {
      script: GOOD,
      chain: new FakeChain(31337).deploy(ADDRESS, flipByte(codeOf(project()).runtime, 40), 1),
    },
  }),
  ...ending("no-build", 0, "VC203", {
    "code that two contracts have": {
      script: GOOD,
      builds: [
        compile(
          { [PATH]: COUNTER, "project/contracts/Copy.sol": COUNTER },
          { metadata: { bytecodeHash: "none" } },
        ),
      ],
      chain: deployedChain(compile({ [PATH]: COUNTER }, { metadata: { bytecodeHash: "none" } })),
    },
  }),
  ...ending("rejected", 1, "VC405", {
    "a contract that the service doesn't find in its compiler's output": {
      script: withJob(failedJob("contract_not_found_in_compiler_output")),
    },
  }),
  ...ending("rejected", 1, "VC410", {
    "an unknown failure code": { script: withJob(failedJob("a_code_of_tomorrow")) },
  }),
  ...ending("unavailable", 2, "VC410", {
    "a service with an internal error, twice": { script: withJob(failedJob("internal_error")) },
  }),
  ...ending("unavailable", 4, "VC410", {
    "a service whose node always lags": { script: withJob(failedJob("contract_not_deployed")) },
  }),
  ...ending("unavailable", 0, "VC401", {
    "a service that answers 503": { script: { record: [text(503, "busy")] } },
    "a service that resets connections": { script: { record: [reset] } },
  }),
  ...ending("unavailable", 1, "VC401", {
    "a service that stops answering during the job": { script: withJob(PENDING, reset) },
  }),
  ...ending("unavailable", 0, "VC406", {
    "a service that answers with a web page": { script: { record: [text(200, "<html>welcome</html>")] } },
    "a 404 from another kind of server": { script: { record: [text(404, "<html>no such page</html>")] } },
  }),
  ...ending("not-proven", 0, "VC416", {
    "a record without its metadata, and no compiler": { script: { record: [changed({ metadata: null })] } },
  }),
  ...ending("not-proven", 0, "VC406", {
    "a record with the same key twice": { script: { record: [withTwice(record())] } },
  }),
  ...ending("check-failed", 0, "VC417", {
    "a record with a key that JSON parsers drop": { script: { record: [WITH_PROTOTYPE] } },
  }),
  ...ending("unavailable", 1, "VC406", {
    "a job with the same key twice": {
      script: { ...GOOD, job: [withTwice({ ...COMPLETED_JOB, contract: { ...record() } })] },
    },
    "a job that completed with an unknown match": {
      script: {
        ...GOOD,
        job: [
          json(200, {
            isJobCompleted: true,
            verificationId: VERIFICATION_ID,
            contract: { match: "perfect" },
          }),
        ],
      },
    },
  }),
  ...ending("unavailable", 1, "VC411", {
    "a success without a record": { script: { ...GOOD, record: [NOT_VERIFIED] } },
  }),
  ...ending("unavailable", 0, "VC413", {
    "an unreachable query service, if a check of its answer is required": {
      script: { record: [stored()], query: [reset] },
      request: { required: ["runtime-code-query"] },
    },
  }),
  ...ending("unavailable", 0, "VC302", {
    "an unreachable node": { script: GOOD, chain: failing("eth_getCode") },
  }),
  ...ending("not-deployed", 0, "VC502", {
    "a contract ID that the query service doesn't know": {
      target: "0.0.5001",
      script: { ...GOOD, query: [UNKNOWN] },
    },
  }),
  ...ending("unavailable", 0, "VC501", {
    "a contract ID, and an unreachable query service": {
      target: "0.0.5001",
      script: { ...GOOD, query: [text(503, "")] },
    },
  }),
  ...ending("dry-run", 0, undefined, { "a dry run": { script: GOOD, request: { dryRun: true } } }),
  ...ending("mismatch", 0, "VC409", {
    "a dry run of a build whose expected match is too weak": {
      script: GOOD,
      chain: deployedChain(project(NO_HASH)),
      builds: [project(NO_HASH)],
      request: { dryRun: true, requirement: DEMANDING },
    },
  }),
  ...ending("mismatch", 0, "VC211", {
    "a dry run of a build whose sources differ from the deployed ones": {
      script: GOOD,
      builds: [commented()],
      request: { dryRun: true, requirement: DEMANDING },
    },
  }),
});
