import type { Dialect } from "./dialect.ts";

/** Conflux's fork of Sourcify. Its ids of core space are other networks' everywhere else. */
export const conflux: Dialect = {
  name: "Conflux",
  routes: {
    prefix: "",
    chainIds: [71, 1030],
    unknownFields: ["signatures", "transientStorageLayout"],
    whyNoOthers:
      "a Conflux service is used for eSpace, chains 71 and 1030; its 1 and 1029 are Conflux's core space, which no EVM node shows",
  },
};
