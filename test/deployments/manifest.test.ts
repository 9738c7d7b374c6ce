import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { assert } from "chai";
import { findFleet } from "../../src/internal/deployments/find-deployments.ts";
import { nodesOfManifests } from "../../src/internal/deployments/read-named.ts";
import {
  parseManifest,
  readManifest,
  SHORTEST_MANIFEST,
} from "../../src/internal/deployments/readers/manifest.ts";
import {
  FLEET_SCHEMA,
  fleetSchema,
  MANIFEST_KEYS,
  MANIFEST_SCHEMA,
  manifestSchema,
} from "../../src/internal/deployments/readers/manifest-schema.ts";
import { renderProblem } from "../../src/internal/render/terminal/problem.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { projectAt } from "../helpers/deployments/fixtures.ts";
import { expectGolden } from "../helpers/golden.ts";
import { thrownBy } from "../helpers/thrown.ts";

const A = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const HASH = `0x${"a".repeat(64)}`;
const schema = MANIFEST_SCHEMA;

const repository = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
/** The examples of both forms in docs/deployments.md. */
const EXAMPLES = [...repository("docs/deployments.md").matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text = ""]) => text,
);
const [accepts, acceptsFleet] = [1, 2].map((version) =>
  new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(
    JSON.parse(repository(`schemas/verify-contract-deployments-${version}.schema.json`)),
  ),
) as [ValidateFunction, ValidateFunction];

const one = (contract: object) => ({ schema, contracts: [{ address: A, ...contract }] });

const BAD: readonly unknown[] = [
  ...[null, "text", [], { deployments: ["x"] }, { schema: "other/1", deployments: ["x"] }],
  ...[[], [""], [{ path: "" }], [{ path: "x", build: "y" }]].map((deployments) => ({ schema, deployments })),
  ...[[], [A], [{}]].map((contracts) => ({ schema, contracts })),
  ...[0, 1.5, "296"].map((chainId) => ({ schema, chainId, deployments: ["x"] })),
  ...["0x12", "1234", "0.0", `${A}0`].map((address) => one({ address })),
  ...["", "a b", "a:b:C"].map((contract) => one({ contract })),
  ...["0x12", HASH.slice(2)].map((creationTransactionHash) => one({ creationTransactionHash })),
  ...["12", "0x1", "0xzz"].map((constructorArguments) => one({ constructorArguments })),
  ...[{ M: "0x1" }, { "": A }].map((libraries) => one({ libraries })),
  ...["", 5].flatMap((it) => [one({ name: it }), one({ buildInfo: it })]),
  one({ stdJsonInput: "i.json", compilerVersion: "0.8.28+commit.7893614a" }),
  one({ adress: A }),
  { schema, deployments: ["x"], more: 1 },
];

/** The published schema doesn't repeat these rules. */
const BAD_FOR_THE_READER: readonly unknown[] = [
  { schema },
  one({ address: "0.0.1", creationTransactionHash: HASH }),
  one({ address: "0.0.1", constructorArguments: "0x" }),
  one({ address: "0.0.1", libraries: {} }),
];

const fleet = (more: object) => ({ schema: FLEET_SCHEMA, ...more });
const own = { contracts: [{ address: A }] };

const BAD_FLEETS: readonly unknown[] = [
  fleet({}),
  fleet({ chains: { mainnet: own } }),
  fleet({ chains: { 295: { ...own, chainId: 295 } } }),
  fleet({ chains: { 295: own }, contracts: [{ address: A }] }),
  fleet({ chains: { 295: own }, contracts: [{ addresses: { 295: "0x12" } }] }),
  { schema, chains: { 295: own } },
];

const BAD_FLEETS_FOR_THE_READER: readonly unknown[] = [
  fleet({ chains: {} }),
  fleet({ chains: { 295: { ...own, network: "a", rpcUrl: "https://b.example" } } }),
  fleet({ chains: { 295: {} } }),
  fleet({ chains: { 295: own }, contracts: [{ addresses: { 10: A } }] }),
];

for (const [what, reader, isAccepted, bad, badForTheReader] of [
  ["a manifest", manifestSchema, accepts, BAD, BAD_FOR_THE_READER],
  ["a manifest for several chains", fleetSchema, acceptsFleet, BAD_FLEETS, BAD_FLEETS_FOR_THE_READER],
] as const)
  describe(`deployments - ${what} and its schema`, () => {
    for (const manifest of bad)
      it(`should be refused by both reader and schema: ${JSON.stringify(manifest)}`, () => {
        assert.isFalse(reader.safeParse(manifest).success, "the reader");
        assert.isFalse(isAccepted(manifest), "the schema");
      });

    for (const manifest of badForTheReader)
      it(`should be refused by the reader: ${JSON.stringify(manifest)}`, () => {
        assert.isFalse(reader.safeParse(manifest).success);
      });
  });

describe("deployments - a manifest", () => {
  it("should be accepted in the form that docs/deployments.md shows", () => {
    const manifest = manifestSchema.parse(parseManifest("deployments.yaml", EXAMPLES[0] ?? ""));
    assert.isTrue(accepts(manifest));
    assert.lengthOf(manifest.deployments ?? [], 3);
    assert.equal(manifest.contracts?.[0]?.address, A);
    const shown = [manifest, ...(manifest.contracts ?? []), ...(manifest.deployments ?? [])].flatMap(
      (each) => (typeof each === "string" ? [] : Object.keys(each)),
    );
    assert.sameMembers([...new Set(shown)], [...new Set(MANIFEST_KEYS)], "the example has every key");
  });

  it("should be accepted in the form that a wrong one's message shows", () => {
    const shortest = SHORTEST_MANIFEST.replace("0x…", A);
    assert.lengthOf(manifestSchema.parse(parseManifest("deployments.json", shortest)).contracts ?? [], 1);
  });

  it("should yield records and builds, with paths relative to the manifest", async () => {
    await using folder = await temporaryFolder();
    const file = await folder.write("sub/m.json", {
      schema,
      contracts: [
        { address: A },
        { address: A.toLowerCase(), creationTransactionHash: HASH, buildInfo: "../out" },
        { address: "0.0.7", buildInfo: "i.json", contract: "V" },
      ],
      deployments: ["x", { path: "y", buildInfo: "/abs" }],
    });
    const { artifacts, ...project } = await projectAt(folder.path);
    const [{ own, named } = assert.fail()] = await readManifest(file, { ...project, artifacts });
    assert.isUndefined(own.chainId);
    assert.deepEqual<unknown>(
      own.contracts.map(({ name, recorded, buildSource, contract }) => [
        name,
        recorded,
        [buildSource.isNamed, ...buildSource.locations],
        contract,
      ]),
      [
        [A, undefined, [false, `${folder.path}/ignition/deployments`, artifacts], undefined],
        [
          A.toLowerCase(),
          { address: A, transactionHashes: [HASH], isDemanded: true },
          [true, `${folder.path}/out`],
          undefined,
        ],
        ["V", undefined, [true, `${folder.path}/sub/i.json`], "V"],
      ],
    );
    assert.deepEqual(named, [
      { name: "x", buildInfo: undefined },
      { name: "y", buildInfo: "/abs" },
    ]);
  });

  const wrong: Readonly<Record<string, string>> = {
    keys: `
schema: verify-contract-deployments/3
chainID: 296
deployments:
  - 5
  - { pth: x }
contracts:
  - { adress: 0.0.5, contract: "a b" }
  - { address: 0x5fbDB2315678afecb367f032d93F642f64180aa3, creationTransactionHash: 0x12, libraries: { M: 5 } }
  - { address: 0.0.5, constructorArguments: 0x, stdJsonInput: i.json }
`,
    chains: `
schema: verify-contract-deployments/2
chains:
  295: { network: mainnet, rpcUrl: "https://node.example/secret", contracts: [{ address: "${A}" }] }
  296:
    netwrok: testnet
    contracts:
      - { address: 0x12 }
  0x1: { deployments: [x] }
  8453: {}
contracts:
  - addresses: { 295: "${A}", 10: "${A}" }
    creationTransactionHash: "${HASH}"
`,
    nothing: "schema: verify-contract-deployments/1",
    text: "hello",
    repeated: `
schema: verify-contract-deployments/2
chains:
  295: { contracts: [{ address: "${A}" }] }
  "295": { contracts: [{ address: "0.0.5" }] }
  296: { &a contracts: [{ address: "${A}" }], *a : [{ address: "0.0.5" }] }
`,
    yaml: "schema: verify-contract-deployments/1\nschema: x\ncontracts: [\n",
    aliases: `a: &a [x, x]\n${Array.from({ length: 60 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? "a" : `b${i - 1}`}, *${i === 0 ? "a" : `b${i - 1}`}]`).join("\n")}`,
  };
  for (const [name, text] of Object.entries(wrong)) {
    it(`should be rejected with all of its mistakes listed: ${name}`, async () => {
      const error = await thrownBy(() => parseManifest("deployments.yaml", text));
      assert.equal(error.code, "VC705");
      expectGolden(`deployments/manifest-${name}.txt`, `${renderProblem(error.problem, plainStyle, 120)}\n`);
    });
  }

  it("should be rejected if it is nested too deeply", async () => {
    for (const text of ["[".repeat(5_000), `${"[".repeat(5_000)}${"]".repeat(5_000)}`, "- ".repeat(5_000)]) {
      assert.equal((await thrownBy(() => parseManifest("deployments.yaml", text))).code, "VC705");
    }
  });

  it("should be rejected if it is too large: VC704", async () => {
    await using folder = await temporaryFolder();
    const file = await folder.write("m.yaml", `# ${" ".repeat(4 * 1024 * 1024)}`);
    const read = readManifest(file, await projectAt(folder.path));
    assert.equal((await thrownBy(() => read)).code, "VC704");
  });
});

describe("deployments - a manifest for several chains", () => {
  it("should be accepted in the form that a wrong one's message shows", async () => {
    const { problem } = await thrownBy(() => parseManifest("fleet.json", JSON.stringify(fleet({}))));
    const shown = problem.next?.replace(/^[^{]*/, "").replace("0x…", A) ?? "";
    assert.isTrue(acceptsFleet(JSON.parse(shown)), shown);
  });

  it("should be accepted in the form that docs/deployments.md shows", () => {
    const manifest = fleetSchema.parse(parseManifest("fleet.yaml", EXAMPLES[1] ?? ""));
    assert.isTrue(acceptsFleet(manifest));
    assert.sameMembers(Object.keys(manifest.chains), ["295", "8453"]);
  });

  it("should add shared contracts to each chain, and set the networks that it chooses", async () => {
    await using folder = await temporaryFolder();
    const other = A.replace("5F", "5f").toLowerCase();
    await folder.write(
      "fleet.yaml",
      [
        `schema: ${FLEET_SCHEMA}`,
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
