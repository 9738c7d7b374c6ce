/** Loads the schemas of a record, which are many: a run needs them once a record is there. */
export function loadWireRecord(): Promise<typeof import("./wire-record.ts")> {
  return import("./wire-record.ts");
}
