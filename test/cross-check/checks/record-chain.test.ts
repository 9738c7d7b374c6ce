import { itFails, ofChain, ofRecord } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - record-chain, a single changed field", () => {
  itFails("record-chain", {
    chainId: ofRecord((body) => {
      body.chainId = "295";
    }),
    "chain: another chain": ofChain(() => ({ chainId: 1 })),
  });
});
