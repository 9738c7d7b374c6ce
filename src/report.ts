/**
 * The report of a run as data: what `--json` writes and what `verifyContract()` returns.
 * schemas/verify-contract-1.schema.json describes the same model; docs/report.md explains it.
 */
export type {
  BuildContract,
  Candidate,
  Check,
  ConstructorArguments,
  ContractReport,
  Difference,
  ExpectedMatch,
  ForetoldMatch,
  Match,
  Outcome,
  Problem,
  Report,
  StoredMatch,
  SubmissionReport,
  Witness,
} from "./internal/reports/model.ts";
