import { itFails, ofChain, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { set } from "../../helpers/cross-check/one-check.ts";

describe("cross-check - record-chain, a single changed field", () => {
  itFails("record-chain", {
    chainId: ofRecord(set("chainId", "295")),
    "chain: another chain": ofChain(() => ({ chainId: 1 })),
  });
});
