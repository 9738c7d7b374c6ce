import { assert } from "chai";
import { addressesIn, manifestOf } from "../../src/internal/deployments/own-addresses.ts";
import { parseManifest } from "../../src/internal/deployments/readers/manifest.ts";
import { thrownBy } from "../helpers/thrown.ts";

const A = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const B = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const ZERO = `0x${"0".repeat(40)}`;

/** Each entry as `name address`. */
const namesIn = (file: Record<string, unknown>) =>
  addressesIn(file).map(({ name, address }) => `${name} ${address}`);

describe("deployments - the addresses in a project's own file", () => {
  it("should be named by their keys, by the name next to them, or by the value they map to", () => {
    for (const file of [
      { Vault: A, Token: B },
      { Vault: { address: A, block: 3 }, Token: { address: B } },
      {
        list: [
          { name: "Vault", address: A },
          { contractName: "Token", addr: B },
        ],
      },
      { [A]: "Vault", [B]: "Token" },
    ])
      assert.deepEqual(namesIn(file), [`Vault ${A}`, `Token ${B}`], JSON.stringify(file));
    assert.deepEqual(namesIn({ core: { Vault: A }, periphery: { Vault: B } }), [
      `core.Vault ${A}`,
      `periphery.Vault ${B}`,
    ]);
  });

  it("should be listed once each, without the zero address and hex of another length", () => {
    const file = { Vault: A, alias: A.toLowerCase(), owner: ZERO, hash: `${A}00`, salt: A.slice(0, 40) };
    assert.deepEqual(namesIn(file), [`Vault ${A}`]);
    assert.deepEqual(namesIn({ pools: [A, B] }), [`pools ${A}`, `pools 2 ${B}`]);
  });

  it("should be rejected if a digit is missing or repeated, instead of leaving out the contract", async () => {
    for (const mistyped of [A.slice(0, -1), `${A}3`]) {
      const manifest = manifestOf(addressesIn({ Vault: mistyped, Token: B }));
      const { code, problem } = await thrownBy(() => parseManifest("own.json", JSON.stringify(manifest)));
      assert.equal(code, "VC705");
      assert.include(JSON.stringify(problem.facts), "contracts.0.address");
    }
  });

  it("should form a valid manifest, for several chains if all are below a chain ID", () => {
    const one = manifestOf(addressesIn({ mainnet: { Vault: A } }));
    assert.deepEqual(parseManifest("x.json", JSON.stringify(one)), {
      schema: "verify-contract-deployments/1",
      contracts: [{ name: "mainnet.Vault", address: A }],
    });
    const fleet = manifestOf(addressesIn({ 1: { Vault: A }, 8453: { Vault: A, Token: B } }));
    assert.deepEqual(parseManifest("x.json", JSON.stringify(fleet)), {
      schema: "verify-contract-deployments/2",
      chains: {
        1: { contracts: [{ name: "Vault", address: A }] },
        8453: {
          contracts: [
            { name: "Vault", address: A },
            { name: "Token", address: B },
          ],
        },
      },
    });
  });

  it("should be searched only to a limited depth, so that a hostile file can't stop a run", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}"${A}"${"}".repeat(5000)}`) as Record<string, unknown>;
    assert.isEmpty(addressesIn(deep));
  });
});
