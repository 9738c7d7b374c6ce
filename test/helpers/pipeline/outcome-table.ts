import { compile, flipByte } from "../compile.ts";
import { COUNTER, withComment } from "../contracts.ts";
import { FakeChain } from "../fake-chain.ts";
import { refused } from "../scripted-service.ts";
import { COMPLETED_JOB } from "../services/examples.ts";
import { json, reset, text } from "../services/fault-server.ts";
import { VERIFICATION_ID } from "../services/quick.ts";
import {
  ACCEPTED,
  ADDRESS,
  CREATION,
  codeOf,
  deployedChain,
  failedJob,
  matchedJob,
  NOT_VERIFIED,
  PATH,
  PENDING,
  project,
  queryAnswer,
  type Run,
  record,
  type Setting,
  stored,
} from "./world.ts";

export const GOOD = { record: [NOT_VERIFIED, stored()], submit: [ACCEPTED], job: [PENDING, matchedJob()] };
const commented = () => compile({ [PATH]: withComment(COUNTER) });
const failing = (method: string) => {
  const chain = deployedChain();
  chain.failing.add(method);
  return chain;
};
/** JSON parsers differ in which of two duplicate keys wins. */
const withTwice = (body: object) =>
  text(200, JSON.stringify(body).replace(/"runtimeMatch":/, '"runtimeMatch":"match","runtimeMatch":'));
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

export const outcomeTable = (): Readonly<Record<string, readonly [Setting, Expected]>> => ({
  "a new contract that matches": [{ script: GOOD }, { outcome: "verified", exitCode: 0, posts: 1 }],
  "a new contract, with a query service": [
    { script: { ...GOOD, query: [queryAnswer()] } },
    { outcome: "verified", exitCode: 0, posts: 1 },
  ],
  "a contract without a record, of which a check of one is required": [
    { script: { record: [stored()] }, request: { required: ["recorded-transaction"] } },
    { outcome: "check-failed", exitCode: 1, code: "VC412", posts: 0 },
  ],
  "a contract that its record says another transaction created": [
    {
      script: { record: [stored()] },
      request: { recorded: [{ address: ADDRESS, transactionHashes: [`0x${"ab".repeat(32)}`] }] },
    },
    { outcome: "check-failed", exitCode: 1, code: "VC412", posts: 0 },
  ],
  "a contract that its record says that very transaction created": [
    {
      script: { record: [stored()] },
      request: {
        recorded: [{ address: ADDRESS, transactionHashes: [CREATION] }],
        required: ["recorded-transaction"],
      },
    },
    { outcome: "already-verified", exitCode: 0, posts: 0 },
  ],
  "a contract that is stored as exact": [
    { script: { record: [stored()] } },
    { outcome: "already-verified", exitCode: 0, posts: 0 },
  ],
  "a weaker match whose upgrade is refused": [
    { script: { record: [stored("match")], submit: [refused(400, "invalid_parameter")] } },
    { outcome: "already-verified", exitCode: 0, posts: 1 },
  ],
  "a weaker match, and a service that takes no submissions": [
    { script: { record: [stored("match")], submit: [text(503, "busy")] } },
    // The client's own attempts, and no more.
    { outcome: "already-verified", exitCode: 0, posts: 3 },
  ],
  "a match that is good enough, forced, and refused": [
    { script: { record: [stored()], submit: [refused(400, "invalid_parameter")] }, request: { force: true } },
    { outcome: "rejected", exitCode: 1, code: "VC402", posts: 1 },
  ],
  "a contract without creation match that nothing can improve": [
    {
      script: {
        record: [changed({ ...record("exact_match", null), deployment: null, creationBytecode: null })],
      },
      chain: Object.assign(deployedChain(), { withoutState: true }),
    },
    { outcome: "already-verified", exitCode: 0, posts: 0 },
  ],
  "a weaker match that is upgraded": [
    { script: { ...GOOD, record: [stored("match"), stored()] } },
    { outcome: "verified", exitCode: 0, posts: 1 },
  ],
  "a weaker match whose upgrade fails": [
    { script: { record: [stored("match")], submit: [ACCEPTED], job: [LESS_SOURCES] } },
    { outcome: "already-verified", exitCode: 0, posts: 2 },
  ],
  "a weaker match, and 409": [
    { script: { record: [stored("match"), stored()], submit: [refused(409, "already_verified")] } },
    { outcome: "already-verified", exitCode: 0, posts: 1 },
  ],
  "a job that ends already verified": [
    {
      script: { record: [NOT_VERIFIED, stored()], submit: [ACCEPTED], job: [failedJob("already_verified")] },
    },
    { outcome: "already-verified", exitCode: 0, posts: 1 },
  ],
  "a stored match that is submitted all the same": [
    { script: { record: [stored()], submit: [refused(409, "already_verified")] }, request: { force: true } },
    { outcome: "already-verified", exitCode: 0, posts: 1 },
  ],
  "a job that does not match, with less and with all sources": [
    { script: { record: [NOT_VERIFIED], submit: [ACCEPTED], job: [LESS_SOURCES] } },
    { outcome: "mismatch", exitCode: 1, code: "VC404", posts: 2 },
  ],
  "a job that does not match, and does not say what it compiled": [
    { script: { record: [NOT_VERIFIED], submit: [ACCEPTED], job: [failedJob("no_match")] } },
    { outcome: "mismatch", exitCode: 1, code: "VC404", posts: 1 },
  ],
  "a job that does not match, with all sources only": [
    {
      script: { record: [NOT_VERIFIED], submit: [ACCEPTED], job: [failedJob("bytecode_length_mismatch")] },
      request: { sources: "full" },
    },
    { outcome: "mismatch", exitCode: 1, code: "VC404", posts: 1 },
  ],
  "a stored match that is weaker than what was asked for": [
    {
      script: {
        ...GOOD,
        record: [NOT_VERIFIED, stored("match", "match", commented(), project())],
        job: [matchedJob("match")],
      },
      request: { requirement: { minMatch: "exact_match", requireCreation: false } },
    },
    { outcome: "mismatch", exitCode: 1, code: "VC409", posts: 2 },
  ],
  "a missing creation match that was asked for": [
    {
      script: {
        ...GOOD,
        record: [NOT_VERIFIED, stored("exact_match", null)],
        job: [matchedJob("exact_match", null)],
      },
      request: { requirement: { minMatch: "match", requireCreation: true } },
    },
    { outcome: "mismatch", exitCode: 1, code: "VC409", posts: 1 },
  ],
  "a record of other code than the chain's": [
    {
      script: {
        record: [
          changed({ runtimeBytecode: { ...(record().runtimeBytecode as object), onchainBytecode: "0x60" } }),
        ],
      },
    },
    { outcome: "check-failed", exitCode: 1, code: "VC412", posts: 0 },
  ],
  "a record with other sources": [
    { script: { record: [changed({ sources: { [PATH]: { content: "contract Evil {}" } } })] } },
    { outcome: "check-failed", exitCode: 1, code: "VC412", posts: 0 },
  ],
  "a record of another address": [
    { script: { record: [changed({ address: `0x${"ab".repeat(20)}` })] } },
    { outcome: "check-failed", exitCode: 1, code: "VC412", posts: 0 },
  ],
  "a record whose creating transaction is some call": [
    {
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
    { outcome: "check-failed", exitCode: 1, code: "VC412", posts: 0 },
  ],
  "a contract that the query service calls deleted": [
    { script: { record: [stored()], query: [queryAnswer({ deleted: true })] } },
    { outcome: "check-failed", exitCode: 1, code: "VC412", posts: 0 },
  ],
  "an address without code": [
    { script: GOOD, chain: new FakeChain(31337) },
    { outcome: "not-deployed", exitCode: 1, code: "VC301", posts: 0 },
  ],
  "a code of no build": [
    { script: GOOD, chain: new FakeChain(31337).deploy(ADDRESS, flipByte(codeOf(project()).runtime, 40), 1) },
    { outcome: "no-build", exitCode: 1, code: "VC204", posts: 0 },
  ],
  "a code of two contracts": [
    {
      script: GOOD,
      builds: [
        compile(
          { [PATH]: COUNTER, "project/contracts/Copy.sol": COUNTER },
          { metadata: { bytecodeHash: "none" } },
        ),
      ],
      chain: deployedChain(compile({ [PATH]: COUNTER }, { metadata: { bytecodeHash: "none" } })),
    },
    { outcome: "no-build", exitCode: 1, code: "VC203", posts: 0 },
  ],
  "a refused submission": [
    { script: { record: [NOT_VERIFIED], submit: [refused(400, "invalid_parameter")] } },
    { outcome: "rejected", exitCode: 1, code: "VC402", posts: 1 },
  ],
  "an identifier that the service does not find": [
    {
      script: {
        record: [NOT_VERIFIED],
        submit: [ACCEPTED],
        job: [failedJob("contract_not_found_in_compiler_output")],
      },
    },
    { outcome: "rejected", exitCode: 1, code: "VC405", posts: 1 },
  ],
  "a failure of an unknown kind": [
    { script: { record: [NOT_VERIFIED], submit: [ACCEPTED], job: [failedJob("a_code_of_tomorrow")] } },
    { outcome: "rejected", exitCode: 1, code: "VC410", posts: 1 },
  ],
  "a service that fails inside, twice": [
    { script: { record: [NOT_VERIFIED], submit: [ACCEPTED], job: [failedJob("internal_error")] } },
    { outcome: "unavailable", exitCode: 3, code: "VC410", posts: 2 },
  ],
  "a service whose node lags for ever": [
    { script: { record: [NOT_VERIFIED], submit: [ACCEPTED], job: [failedJob("contract_not_deployed")] } },
    { outcome: "unavailable", exitCode: 3, code: "VC410", posts: 4 },
  ],
  "a service that answers 503": [
    { script: { record: [text(503, "busy")] } },
    { outcome: "unavailable", exitCode: 3, code: "VC401", posts: 0 },
  ],
  "a service that resets connections": [
    { script: { record: [reset] } },
    { outcome: "unavailable", exitCode: 3, code: "VC401", posts: 0 },
  ],
  "a service that falls silent while it works": [
    { script: { record: [NOT_VERIFIED], submit: [ACCEPTED], job: [PENDING, reset] } },
    { outcome: "unavailable", exitCode: 3, code: "VC401", posts: 1 },
  ],
  "a service that answers with a web page": [
    { script: { record: [text(200, "<html>welcome</html>")] } },
    { outcome: "unavailable", exitCode: 3, code: "VC406", posts: 0 },
  ],
  "a record with the same key twice": [
    { script: { record: [withTwice(record())] } },
    { outcome: "not-proven", exitCode: 1, code: "VC406", posts: 0 },
  ],
  "a job with the same key twice": [
    { script: { ...GOOD, job: [withTwice({ ...COMPLETED_JOB, contract: { ...record() } })] } },
    { outcome: "unavailable", exitCode: 3, code: "VC406", posts: 1 },
  ],
  "a 404 of some other server": [
    { script: { record: [text(404, "<html>no such page</html>")] } },
    { outcome: "unavailable", exitCode: 3, code: "VC406", posts: 0 },
  ],
  "a job that completed with a match of an unknown kind": [
    {
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
    { outcome: "unavailable", exitCode: 3, code: "VC406", posts: 1 },
  ],
  "a success without a record": [
    { script: { ...GOOD, record: [NOT_VERIFIED] } },
    { outcome: "unavailable", exitCode: 3, code: "VC411", posts: 1 },
  ],
  "a record without its metadata": [
    { script: { record: [changed({ metadata: null })] } },
    { outcome: "already-verified", exitCode: 0, posts: 0 },
  ],
  "a query service that is out of reach, of which a check is required": [
    { script: { record: [stored()], query: [reset] }, request: { required: ["runtime-code-query"] } },
    { outcome: "unavailable", exitCode: 3, code: "VC413", posts: 0 },
  ],
  "no query service, of which a check is required": [
    { script: { record: [stored()] }, request: { required: ["runtime-code-query"] } },
    { outcome: "check-failed", exitCode: 1, code: "VC412", posts: 0 },
  ],
  "a query service that is out of reach": [
    { script: { record: [stored()], query: [reset] } },
    { outcome: "already-verified", exitCode: 0, posts: 0 },
  ],
  "a query service that does not know the contract": [
    {
      script: {
        record: [stored()],
        query: [json(404, { _status: { messages: [{ message: "Not found" }] } })],
      },
    },
    { outcome: "already-verified", exitCode: 0, posts: 0 },
  ],
  "a query service whose record is incomplete": [
    { script: { record: [stored()], query: [queryAnswer({ runtime_bytecode: "0x", bytecode: null })] } },
    { outcome: "already-verified", exitCode: 0, posts: 0 },
  ],
  "a chain that is out of reach": [
    { script: GOOD, chain: failing("eth_getCode") },
    { outcome: "unavailable", exitCode: 3, code: "VC302", posts: 0 },
  ],
  "a contract id that the query service does not know": [
    {
      target: "0.0.5001",
      script: { ...GOOD, query: [json(404, { _status: { messages: [{ message: "Not found" }] } })] },
    },
    { outcome: "not-deployed", exitCode: 1, code: "VC502", posts: 0 },
  ],
  "a contract id, and a query service out of reach": [
    { target: "0.0.5001", script: { ...GOOD, query: [text(503, "")] } },
    { outcome: "unavailable", exitCode: 3, code: "VC501", posts: 0 },
  ],
  "a contract id that is resolved": [
    { target: "5001", script: { ...GOOD, query: [queryAnswer()] } },
    { outcome: "verified", exitCode: 0, posts: 1 },
  ],
  "a dry run": [
    { script: GOOD, request: { dryRun: true } },
    { outcome: "dry-run", exitCode: 0, posts: 0 },
  ],
  "a dry run of a build that does not promise enough": [
    {
      script: GOOD,
      builds: [commented()],
      request: { dryRun: true, requirement: { minMatch: "exact_match", requireCreation: false } },
    },
    { outcome: "mismatch", exitCode: 1, code: "VC409", posts: 0 },
  ],
});
