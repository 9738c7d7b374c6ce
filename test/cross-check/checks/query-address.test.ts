import { FOREIGN, itFails, ofQuery } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - query-address, a single changed field", () => {
  itFails("query-address", {
    "query service: evm_address": ofQuery(() => ({ evm_address: FOREIGN })),
  });
});
