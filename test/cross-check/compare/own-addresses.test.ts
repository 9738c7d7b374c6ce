import { assert } from "chai";
import { getOwnAddresses } from "../../../src/internal/cross-check/compare/own-addresses.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { evidenceOf, withFacts, withQueried } from "../../helpers/cross-check/one-check.ts";

const EVM_ADDRESS = `0x${"Ab".repeat(20)}`;
/** The address of contract 0.0.5001. */
const LONG_ZERO = "0x0000000000000000000000000000000000001389";

const evidence = evidenceOf("plain");
const at = (address: string): Evidence => withFacts(evidence, { address });
const unanswered = (address: string): Evidence => ({ ...at(address), query: { state: "not-found" } });

describe("cross-check - the addresses that a contract's code may contain as its own", () => {
  it("should include the EVM address and the long-zero address from the query service", () => {
    const queried = withQueried(at(LONG_ZERO), { contract_id: "0.0.5001", evm_address: EVM_ADDRESS });
    assert.deepEqual(getOwnAddresses(queried), {
      known: [LONG_ZERO, EVM_ADDRESS.toLowerCase(), LONG_ZERO],
      isComplete: true,
    });
  });

  it("should be incomplete only for a long-zero address unknown to the query service", () => {
    assert.deepEqual(getOwnAddresses(unanswered(LONG_ZERO)), { known: [LONG_ZERO], isComplete: false });
    assert.deepEqual(getOwnAddresses(unanswered(EVM_ADDRESS)), {
      known: [EVM_ADDRESS.toLowerCase()],
      isComplete: true,
    });
  });
});
