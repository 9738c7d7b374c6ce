import type { Dialect } from "./dialect.ts";

/** The interface itself. */
export const sourcify: Dialect = { name: "Sourcify" };
