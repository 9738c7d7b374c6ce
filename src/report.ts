/**
 * A run's report as data: the output of `--json` and the result of `verifyContract()`.
 * schemas/verify-contract-1.schema.json describes the same model; docs/report.md explains it.
 */

export type {
  BuildContract,
  Candidate,
  Check,
  Claim,
  ConstructorArguments,
  ContractProxy,
  ContractReport,
  DecodedImmutable,
  DecodedValue,
  DeploymentOrigin,
  Difference,
  DisclosedFile,
  Drift,
  ExpectedMatch,
  Explanation,
  Fact as PreflightFact,
  Fingerprint,
  ForetoldMatch,
  ForetoldMatch as PreflightMatch,
  KnownCode,
  LockComparison,
  Match,
  OperatedWitness,
  Outcome,
  Problem,
  Problem as PreflightProblem,
  Report,
  StoredMatch,
  SubmissionReport,
  Witness,
} from "./internal/report/model.ts";
/** The output of `verify-contract preflight --json`; schemas/verify-contract-preflight-1.schema.json describes it. */
export type {
  PreflightContract,
  PreflightFinding,
  PreflightName,
  PreflightReport,
} from "./internal/report/preflight/model.ts";
/** The output of `verify-contract status --json`; schemas/verify-contract-status-1.schema.json describes it. */
export type {
  Maintenance,
  OpenIncident,
  StatusReport,
  TroubledComponent,
} from "./internal/report/status/model.ts";
