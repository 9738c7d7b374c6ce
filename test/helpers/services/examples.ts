import { ADDRESS, VERIFICATION_ID } from "./quick.ts";

export const SUBMISSION = {
  stdJsonInput: { language: "Solidity", sources: { "a.sol": { content: "contract A {}" } }, settings: {} },
  compilerVersion: "0.8.28+commit.7893614a",
  contractIdentifier: "a.sol:A",
} as const;

export const NO_MATCH = {
  match: null,
  creationMatch: null,
  runtimeMatch: null,
  chainId: "296",
  address: ADDRESS,
} as const;

export const EXACT = {
  match: "exact_match",
  creationMatch: "exact_match",
  runtimeMatch: "exact_match",
  chainId: "296",
  address: ADDRESS,
  verifiedAt: "2026-11-21T09:24:47Z",
  matchId: "201",
} as const;

export const COMPLETED_JOB = {
  isJobCompleted: true,
  verificationId: VERIFICATION_ID,
  jobStartTime: "2026-11-21T09:24:46Z",
  jobFinishTime: "2026-11-21T09:24:47Z",
  compilationTime: "777",
  contract: EXACT,
} as const;

const { jobStartTime: _started, jobFinishTime: _finished, ...untimed } = COMPLETED_JOB;
/** Without times: the example ended long before the submissions in tests. */
export const ENDED_JOB = untimed;

export const PENDING_JOB = {
  isJobCompleted: false,
  verificationId: VERIFICATION_ID,
  jobStartTime: "2026-11-21T09:24:46Z",
  contract: NO_MATCH,
} as const;

export const QUERY_CONTRACT = {
  admin_key: { _type: "ED25519", key: "aabb" },
  auto_renew_account: "0.0.800",
  auto_renew_period: 7776000,
  contract_id: "0.0.5001",
  created_timestamp: "1795253078.123456789",
  deleted: false,
  evm_address: ADDRESS,
  expiration_timestamp: "1803029078.123456789",
  file_id: null,
  max_automatic_token_associations: 0,
  memo: "",
  nonce: 1,
  obtainer_id: null,
  permanent_removal: null,
  proxy_account_id: null,
  timestamp: { from: "1795253078.123456789", to: null },
  bytecode: "0x6001",
  runtime_bytecode: "0x6002",
} as const;

export const QUERY_BLOCK = {
  count: 4,
  gas_used: 150000,
  hapi_version: "0.54.0",
  hash: `0x${"ab".repeat(48)}`,
  logs_bloom: "0x00",
  name: "2026-11-21T09_24_38.123456789Z.rcd.gz",
  number: 77,
  previous_hash: `0x${"cd".repeat(48)}`,
  size: 489,
  timestamp: { from: "1795253078.123456789", to: "1795253080.000000001" },
} as const;
