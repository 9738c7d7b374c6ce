import path from "node:path";
import { assert } from "chai";
import fc from "fast-check";
import { findDeployments } from "../../src/internal/deployments/find-deployments.ts";
import { planTargets } from "../../src/internal/deployments/plan-targets.ts";
import { parseManifest } from "../../src/internal/deployments/readers/manifest.ts";
import { readRecord } from "../../src/internal/deployments/record-file.ts";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { folderForEach } from "../helpers/build-files.ts";
import { projectAt } from "../helpers/deployments/fixtures.ts";
import { thrownBy } from "../helpers/thrown.ts";

const CHAIN_ID = 296;
const RUNS = { seed: 20, numRuns: 300 } as const;
const A = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const HASH = `0x${"1".repeat(64)}`;
const MATTERS = new Set(["VC701", "VC702", "VC703", "VC704", "VC705"]);

/** Keys of the tools' files, used anywhere. */
const WORDS = `
  address abi transactionHash bytecode implementation metadata libraries args argsData transactions
  receipts chain hash transactionType contractAddress transaction to input additionalContracts
  contractName status deployments contracts schema chainId path type futureId networkInteraction receipt
  result data id __proto__ constructor toString
`
  .trim()
  .split(/\s+/);
const VALUES: readonly unknown[] = [
  ...[
    A,
    A.toLowerCase(),
    HASH,
    "0x",
    "0x6080",
    "0x1",
    "0xzz",
    "",
    "CREATE",
    "CREATE2",
    "CALL",
    "SUCCESS",
    "M#V",
  ],
  ...[
    "DEPLOYMENT_INITIALIZE",
    "DEPLOYMENT_EXECUTION_STATE_INITIALIZE",
    "DEPLOYMENT_EXECUTION_STATE_COMPLETE",
  ],
  ...[
    "TRANSACTION_CONFIRM",
    "NETWORK_INTERACTION_REQUEST",
    "WIPE_APPLY",
    "verify-contract-deployments/1",
    `a:B:${A}`,
  ],
  ...[0, 1, -1, CHAIN_ID, 1e308, 2 ** 53, null, true, [], {}, `${HASH}6080`, "\u0000\ud800"],
];

const { value: odd } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(...VALUES),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...WORDS), tie("value")), { maxLength: 8 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

/** Replaces parts of a tool's file. */
function spoilt(whole: object): fc.Arbitrary<unknown> {
  const spoil = (value: unknown, depth: number): fc.Arbitrary<unknown> => {
    if (typeof value !== "object" || value === null || depth > 4)
      return fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: odd });
    const inner = Array.isArray(value)
      ? fc.tuple(...value.map((each) => spoil(each, depth + 1)))
      : fc.record(
          Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spoil(each, depth + 1)])),
        );
    return fc.oneof({ weight: 9, arbitrary: inner }, { weight: 1, arbitrary: odd });
  };
  return spoil(whole, 0);
}

const BROADCAST = {
  chain: CHAIN_ID,
  transactions: [
    {
      ...{ hash: HASH, transactionType: "CREATE2", contractName: "V", contractAddress: A },
      transaction: { to: A, input: `${HASH}6080` },
      additionalContracts: [{ transactionType: "CREATE", address: A, contractName: "C" }],
    },
  ],
  receipts: [{ transactionHash: HASH, contractAddress: null, to: A, status: "0x1" }],
  libraries: [`a.sol:B:${A}`],
};
const HARDHAT_DEPLOY = {
  ...{ address: A, transactionHash: HASH, bytecode: "0x60", args: [1], libraries: { M: A } },
  abi: [{ type: "constructor", inputs: [{ type: "uint256", name: "x" }] }],
  metadata: JSON.stringify({
    compiler: { version: "1" },
    language: "S",
    settings: { compilationTarget: { a: "B" } },
    sources: {},
  }),
};
const JOURNAL = [
  { type: "DEPLOYMENT_INITIALIZE", chainId: CHAIN_ID },
  { type: "DEPLOYMENT_EXECUTION_STATE_INITIALIZE", futureId: "M#V", contractName: "V", libraries: { M: A } },
  { type: "NETWORK_INTERACTION_REQUEST", futureId: "M#V", networkInteraction: { id: 1, data: "0x60" } },
  {
    type: "TRANSACTION_CONFIRM",
    futureId: "M#V",
    networkInteractionId: 1,
    hash: HASH,
    receipt: { contractAddress: A },
  },
  { type: "DEPLOYMENT_EXECUTION_STATE_COMPLETE", futureId: "M#V", result: { type: "SUCCESS", address: A } },
];

describe("fuzz - odd deployment records", () => {
  const folder = folderForEach();

  /** Whatever is found must be valid, and whatever is thrown must be ours. */
  async function findSoundly(names: readonly string[]): Promise<void> {
    const project = await projectAt(folder.path);
    try {
      const found = await findDeployments(names, CHAIN_ID, project, folder.path);
      for (const { recorded, target } of planTargets(found)) {
        assert.match(target.kind === "address" ? target.address : "", /^0x[0-9a-fA-F]{40}$/);
        for (const { transactionHashes, creationCode, constructorArguments, libraries } of recorded) {
          for (const hash of transactionHashes) assert.match(hash, /^0x[0-9a-f]{64}$/);
          for (const code of [creationCode, constructorArguments])
            assert.match(code ?? "0x", /^0x([0-9a-f]{2})*$/);
          for (const address of Object.values(libraries ?? {})) assert.match(address, /^0x[0-9a-fA-F]{40}$/);
        }
      }
    } catch (error) {
      if (!(error instanceof VerifyContractError)) throw error;
      assert.include([...MATTERS], error.code);
    }
  }

  for (const [what, place, whole] of [
    ["a broadcast", "broadcast/D.s.sol/296/run-latest.json", BROADCAST],
    ["a file of hardhat-deploy", "deployments/n/V.json", HARDHAT_DEPLOY],
    ["Ignition's addresses", "ignition/deployments/i/deployed_addresses.json", { "M#V": A }],
  ] as const) {
    it(`should never crash on ${what}`, async () => {
      await folder.write("deployments/n/.chainId", "296");
      await fc.assert(
        fc.asyncProperty(fc.oneof(spoilt(whole), odd), async (record) => {
          await folder.write(place, JSON.stringify(record));
          await findSoundly([]);
          await findSoundly([`./${place}`]);
        }),
        RUNS,
      );
    });
  }

  it("should never crash on a journal", async () => {
    const lines = fc.tuple(...JOURNAL.map((each) => spoilt(each)));
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(900), async (journal, kept) => {
        const text = journal.map((line) => JSON.stringify(line)).join("\n");
        await folder.write("ignition/deployments/i/journal.jsonl", text.slice(0, kept));
        await findSoundly([]);
        await findSoundly(["i"]);
      }),
      RUNS,
    );
  });

  it("should never crash on a manifest, JSON or any text", () => {
    const whole = {
      schema: "verify-contract-deployments/1",
      deployments: ["x", { path: "y", buildInfo: "z" }],
      contracts: [{ address: A, libraries: { M: A }, creationTransactionHash: HASH }],
    };
    const texts = fc.oneof(
      fc.oneof(spoilt(whole), odd).map((it) => JSON.stringify(it) ?? ""),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parseManifest("m.yaml", text);
        } catch (error) {
          if (!(error instanceof VerifyContractError)) throw error;
          assert.equal(error.code, "VC705");
        }
      }),
      { ...RUNS, numRuns: 2000 },
    );
  });

  it("should name an unreadable file relative to the working directory, with a next step", async () => {
    const { problem } = await thrownBy(() => readRecord(path.resolve("test/absent.json")));
    assert.equal(problem.facts.find(({ label }) => label === "File")?.value, "test/absent.json");
    assert.isDefined(problem.next);
  });
});
