import { assert } from "chai";
import fc from "fast-check";
import type { BuildFiles } from "../../src/internal/builds/build-source.ts";
import type { DeployedContract, Deployment } from "../../src/internal/deployments/model.ts";
import { planOf, planTargets, shardOf } from "../../src/internal/deployments/plan-targets.ts";
import { parseTarget } from "../../src/internal/domain/target.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const A = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const B = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";

const builds = (...locations: readonly string[]): BuildFiles => ({
  kind: "build-files",
  locations,
  isNamed: false,
});
const contract = (input: string, more: Partial<DeployedContract> = {}): DeployedContract => ({
  name: "V",
  file: "/records/journal.jsonl",
  target: parseTarget(input),
  recorded: { address: input, transactionHashes: [] },
  buildSource: builds("/artifacts"),
  contract: undefined,
  ...more,
});
const deployment = (...contracts: readonly DeployedContract[]): Deployment => ({
  tool: "ignition",
  location: "/records",
  chainId: 296,
  contracts,
  passedOver: [],
});

describe("deployments - the plan", () => {
  it("should list a contract once, with everything recorded about it", () => {
    const other = { address: A, transactionHashes: [`0x${"1".repeat(64)}`] };
    const plan = planTargets([
      deployment(contract(A, { buildSource: builds("/own", "/artifacts") }), contract(B)),
      deployment(
        contract(A.toLowerCase(), { name: "W", recorded: other, buildSource: builds("/out", "/artifacts") }),
      ),
      deployment(contract(A, { buildSource: builds("/own", "/artifacts") })),
    ]);
    assert.deepEqual(
      plan.map(({ target }) => target.input),
      [A, B],
    );
    assert.deepEqual(
      plan[0]?.origins.map(({ name }) => name),
      ["V", "W"],
    );
    assert.lengthOf(plan[0]?.recorded ?? [], 2);
    assert.deepEqual(plan[0]?.buildSource, builds("/out", "/own", "/artifacts"));
  });

  it("should have an ID that depends on its contracts, in any order", () => {
    const plans = [[A, B], [B, A], [A.toLowerCase(), B, A], [A], [A, "0.0.12"]].map((named) =>
      planOf(planTargets([deployment(...named.map((address) => contract(address)))])),
    );
    assert.match(plans[0] ?? "", /^[0-9a-f]{16}$/);
    assert.lengthOf([...new Set(plans.slice(0, 3))], 1);
    assert.lengthOf([...new Set(plans)], 3);
  });

  it("should have an ID that depends on the lock entries of its contracts", () => {
    const [target = assert.fail()] = planTargets([deployment(contract(A))]);
    const entries = [undefined, { code: "0x01" }, { code: "0x02" }];
    const plans = entries.map((entry) => planOf([{ ...target, locked: entry && { entry } }]));
    assert.lengthOf([...new Set(plans)], entries.length);
  });

  it("should recognise a contract ID in its short form", () => {
    const plan = planTargets([deployment(contract("0.0.12"), contract("12"), contract("0.0.13"))]);
    assert.lengthOf(plan, 2);
  });

  it("should prefer named builds to others", () => {
    const named: BuildFiles = { kind: "build-files", locations: ["/named"], isNamed: true };
    const sources = [contract(A), contract(A, { buildSource: named })];
    assert.deepEqual(planTargets([deployment(...sources)])[0]?.buildSource, named);
  });

  it("should reject contradictory demands on one contract: VC705", async () => {
    const names = ["Vault", "Token"].map((name) =>
      contract(A, { name, contract: name, file: `/${name}.yaml` }),
    );
    const error = await thrownBy(() => planTargets([deployment(...names)]));
    assert.equal(error.code, "VC705");
    assert.equal(factOf(error, "Contract"), A);
    assert.equal(factOf(error, "Vault in /Vault.yaml"), "the contract Vault");
    assert.equal(factOf(error, "Token in /Token.yaml"), "the contract Token");
  });

  it("should assign each contract to one shard, evenly, in any order", () => {
    const address = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 20, maxLength: 20 });
    const addresses = fc.uniqueArray(
      address.map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(addresses, fc.integer({ min: 1, max: 9 }), fc.func(fc.integer()), (all, count, order) => {
        const plan = planTargets([deployment(...all.map((each) => contract(each)))]);
        const mixed = [...plan].sort((a, b) => order(a.target.input) - order(b.target.input));
        const shards = Array.from({ length: count }, (_, index) =>
          shardOf(plan, { index: index + 1, count }),
        );
        assert.sameMembers(shards.flat(), [...plan]);
        const sizes = shards.map(({ length }) => length);
        assert.isAtMost(Math.max(...sizes) - Math.min(...sizes), 1);
        shards.forEach((shard, index) => {
          assert.deepEqual(shardOf(mixed, { index: index + 1, count }), shard);
        });
      }),
      { seed: 20, numRuns: 200 },
    );
  });
});
