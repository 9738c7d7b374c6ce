import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { assert } from "chai";
import { findFleet } from "../../src/internal/deployments/find-deployments.ts";
import { nodesOfManifests } from "../../src/internal/deployments/read-named.ts";
import { parseManifest } from "../../src/internal/deployments/readers/manifest.ts";
import { fleetSchema } from "../../src/internal/deployments/readers/manifest-schema.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { projectAt } from "../helpers/deployments/fixtures.ts";
import { thrownBy } from "../helpers/thrown.ts";

const A = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const schema = "verify-contract-deployments/2";
const repository = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
const published = JSON.parse(repository("schemas/verify-contract-deployments-2.schema.json"));
const accepts = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(published);

const own = { contracts: [{ address: A }] };

const BAD: readonly unknown[] = [
  { schema },
  { schema, chains: { mainnet: own } },
  { schema, chains: { 295: { ...own, chainId: 295 } } },
  { schema, chains: { 295: own }, contracts: [{ address: A }] },
  { schema, chains: { 295: own }, contracts: [{ addresses: { 295: "0x12" } }] },
  { schema: "verify-contract-deployments/1", chains: { 295: own } },
];

/** The published schema doesn't repeat these rules. */
const BAD_FOR_THE_READER: readonly unknown[] = [
  { schema, chains: {} },
  { schema, chains: { 295: { ...own, network: "a", rpcUrl: "https://b.example" } } },
  { schema, chains: { 295: {} } },
  { schema, chains: { 295: own }, contracts: [{ addresses: { 10: A } }] },
];

describe("deployments - a manifest for several chains", () => {
  for (const manifest of BAD)
    it(`should be refused by both reader and schema: ${JSON.stringify(manifest)}`, () => {
      assert.isFalse(fleetSchema.safeParse(manifest).success, "the reader");
      assert.isFalse(accepts(manifest), "the schema");
    });

  for (const manifest of BAD_FOR_THE_READER)
    it(`should be rejected by the reader: ${JSON.stringify(manifest)}`, () => {
      assert.isFalse(fleetSchema.safeParse(manifest).success);
    });

  it("should be accepted in the form that a wrong one's message shows", async () => {
    const { problem } = await thrownBy(() => parseManifest("fleet.json", JSON.stringify({ schema })));
    const shown = problem.next?.replace(/^[^{]*/, "").replace("0x…", A) ?? "";
    assert.isTrue(accepts(JSON.parse(shown)), shown);
  });

  it("should be accepted in the form that docs/deployments.md shows", () => {
    const [, example = ""] = [...repository("docs/deployments.md").matchAll(/```yaml\n([\s\S]*?)```/g)].map(
      ([, text]) => text,
    );
    const manifest = fleetSchema.parse(parseManifest("fleet.yaml", example));
    assert.isTrue(accepts(manifest));
    assert.sameMembers(Object.keys(manifest.chains), ["295", "8453"]);
  });

  it("should add shared contracts to each chain, and set the networks that it chooses", async () => {
    await using folder = await temporaryFolder();
    const other = A.replace("5F", "5f").toLowerCase();
    await folder.write(
      "fleet.yaml",
      [
        `schema: ${schema}`,
        "chains:",
        "  295: { network: mainnet }",
        "  8453:",
        `    rpcUrl: https://node.example/\${KEY}`,
        "    contracts:",
        `      - { address: "${other}", name: only on base }`,
        "contracts:",
        "  - name: bridge",
        "    contract: contracts/Bridge.sol:Bridge",
        "    addresses:",
        `      295: "${A}"`,
        "      8453: 0.0.77",
      ].join("\n"),
    );
    const project = await projectAt(folder.path);
    const { chains } = await findFleet(["fleet.yaml"], project, folder.path);
    assert.deepEqual(
      chains.map(({ chainId, deployments }) => [
        chainId,
        deployments.flatMap(({ contracts }) =>
          contracts.map(({ name, target, contract }) => [name, target.input, contract]),
        ),
      ]),
      [
        [295, [["bridge", A, "contracts/Bridge.sol:Bridge"]]],
        [
          8453,
          [
            ["only on base", other, undefined],
            ["bridge", "0.0.77", "contracts/Bridge.sol:Bridge"],
          ],
        ],
      ],
    );
    const nodes = await nodesOfManifests(["fleet.yaml"], project, folder.path);
    assert.equal(nodes.get(295)?.network, "mainnet");
    assert.equal(nodes.get(8453)?.rpcUrl, `https://node.example/$\{KEY}`);
  });
});
