import { BESIDE_LIES } from "./beside.ts";
import { BUILD_FILE_LIES } from "./build-files.ts";
import { COSTLY_LIES } from "./costly.ts";
import { DEPLOYER_LIES } from "./deployer.ts";
import { DEPLOYER_AND_SERVICE_LIES } from "./deployer-and-service.ts";
import { EVIDENCE_LIES } from "./evidence.ts";
import { JOURNAL_LIES } from "./journal.ts";
import type { Lie } from "./lie.ts";
import { LINKED_LIBRARY_LIES } from "./linked-libraries.ts";
import { DEPLOYMENT_RECORD_LIES, MANIFEST_LIES } from "./local-files.ts";
import { LOCKED_LIES } from "./locked.ts";
import { MERGED_REPORT_LIES } from "./merged-report.ts";
import { NAMED_CLONE_LIES, SHOWN_CODE_LIES, VOUCHED_CLONE_LIES } from "./named-clones.ts";
import { NODE_LIES } from "./node.ts";
import { ODD_RECORD_LIES } from "./odd-records.ts";
import { QUERY_LIES } from "./query-service.ts";
import { JOB_LIES, RECORD_LIES } from "./verification-service.ts";

/** A new lie is an entry in its liar's file. */
export const LIES: readonly Lie[] = [
  ...RECORD_LIES,
  ...JOB_LIES,
  ...BESIDE_LIES,
  ...ODD_RECORD_LIES,
  ...QUERY_LIES,
  ...NODE_LIES,
  ...SHOWN_CODE_LIES,
  ...DEPLOYER_LIES,
  ...NAMED_CLONE_LIES,
  ...DEPLOYER_AND_SERVICE_LIES,
  ...LINKED_LIBRARY_LIES,
  ...VOUCHED_CLONE_LIES,
  ...BUILD_FILE_LIES,
  ...DEPLOYMENT_RECORD_LIES,
  ...JOURNAL_LIES,
  ...MANIFEST_LIES,
  ...MERGED_REPORT_LIES,
  ...EVIDENCE_LIES,
  ...LOCKED_LIES,
  ...COSTLY_LIES,
];
