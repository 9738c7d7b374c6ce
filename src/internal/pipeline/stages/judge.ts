/** This module is imported while the service works, so loading the rules doesn't delay the run. */
export { conclude, concludeDryRun } from "./conclude.ts";
export { askQueryService, crossCheck } from "./cross-check.ts";
