import { assert } from "chai";
import { createExplorerLinks } from "../../src/internal/domain/explorer.ts";
import { linksForPeople } from "../../src/internal/render/words/elsewhere-words.ts";

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

describe("reports - links for people", () => {
  const link = (label: string) => ({ label, url: `https://example.org/${label}` });
  const labels = (...given: string[]) => linksForPeople({ links: given.map(link) }).map(({ label }) => label);

  it("should start with HashScan and the service's page, without the record's JSON", () =>
    assert.deepEqual(labels("record", "sources", "HashScan", "HashScan id"), [
      "HashScan",
      "sources",
      "HashScan id",
    ]));

  it("should end with the record's JSON if the service has no page", () => {
    assert.deepEqual(labels("record", "Etherscan"), ["Etherscan", "record"]);
    assert.deepEqual(labels("record"), ["record"]);
  });
});
