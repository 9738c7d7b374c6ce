import { assert } from "chai";
import { createExplorerLinks } from "../../src/internal/domain/explorer.ts";

const PLACE = {
  address: "0x94244f434672e439f94a80cB4F88eAe4852C216F",
  contractId: "0.0.7001",
  transactionHash: `0x${"ab".repeat(32)}`,
  kind: "contract",
} as const;

describe("domain - links to an explorer", () => {
  it("should have Etherscan's paths on other chains, even if ids are known", () => {
    const links = createExplorerLinks({ name: "Blockscout", url: "https://eth.blockscout.com" }, 1, PLACE);
    assert.deepEqual(links, [
      { label: "Blockscout", url: `https://eth.blockscout.com/address/${PLACE.address}` },
      { label: "Blockscout transaction", url: `https://eth.blockscout.com/tx/${PLACE.transactionHash}` },
    ]);
  });

  for (const [kind, path] of [
    ["token", "token/0.0.7001"],
    ["account", `account/${PLACE.address}`],
    ["schedule", `address/${PLACE.address}`],
    ["nothing", `address/${PLACE.address}`],
  ] as const)
    it(`should point to HashScan's page for the kind of entity: ${kind}`, () => {
      const [first] = createExplorerLinks({ name: "HashScan", url: "https://hashscan.io/mainnet" }, 295, {
        ...PLACE,
        kind,
      });
      assert.equal(first?.url, `https://hashscan.io/mainnet/${path}`);
    });
});
