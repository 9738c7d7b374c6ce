/**
 * Judges a record: the rules, and their conclusion. Imported when a service starts to work, so that loading them takes
 * none of the run's time.
 */
export { conclude, concludeDryRun } from "./conclude.ts";
export { askQueryService, crossCheck } from "./cross-check.ts";
