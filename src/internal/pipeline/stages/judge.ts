/** What judges a record: the rules, and what they come to. */
export { conclude, concludeDryRun } from "./conclude.ts";
export { askQueryService, crossCheck, type Judged } from "./cross-check.ts";
