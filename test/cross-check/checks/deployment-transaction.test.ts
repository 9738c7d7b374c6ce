import { itFails, ofCreation, ofRecord } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - deployment-transaction, a single changed field", () => {
  itFails("deployment-transaction", {
    "deployment.transactionHash": ofRecord((body) => {
      body.deployment.transactionHash = `0x${"ab".repeat(32)}`;
    }),
    "chain: the creating transaction": ofCreation({ transactionHash: `0x${"cd".repeat(32)}` }),
  });
});
