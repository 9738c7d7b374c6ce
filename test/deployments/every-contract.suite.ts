import { assert } from "chai";
import type { ContractProxy, Report } from "../../src/report.ts";
import { verifyJson } from "../helpers/cli.ts";
import { PROXIES, recordedFacts, reportOfFact, skippedChecks } from "../helpers/deployments/expected.ts";
import { type ChainFact, deploymentCases } from "../helpers/deployments/fixtures.ts";
import { acceptedAddresses, stageOf } from "../helpers/deployments/stage.ts";
import { heldFor } from "../helpers/held-for.ts";

for (const name of deploymentCases)
  describe(`deployments - every contract that ${name} deployed`, () => {
    const stage = heldFor(() => stageOf(name));
    let report: Report;
    const facts = recordedFacts(name);
    const found = (fact: ChainFact) => reportOfFact(report.contracts, fact);
    before(async () => {
      ({ report } = await verifyJson(stage.project, ["deployments"], stage));
    });

    it("should be verified once, with exit code 0", () => {
      assert.equal(report.exitCode, 0);
      assert.deepEqual(addresses(report), facts.map(({ address }) => address).sort());
      assert.deepEqual(report.summary.outcomes, { verified: facts.length });
      // The script was given an existing library.
      assert.lengthOf(report.passedOver, name === "foundry-libraries" ? 1 : 0);
    });

    it("should match exactly, including the creation code if the transaction itself contains it", () => {
      for (const fact of facts) {
        const { match, target, contract } = found(fact);
        assert.equal(match?.runtimeMatch, "exact_match", fact.name);
        assert.equal(match?.creationMatch, fact.creationInput === null ? null : "exact_match", fact.name);
        assert.equal(target.creationTransactionHash, fact.creationTransactionHash, fact.name);
        assert.equal(contract?.identifier, fact.name);
      }
    });

    it("should pass every applicable check", () => {
      for (const fact of facts) {
        const notPassed = found(fact).checks.filter(({ status }) => status !== "passed");
        assert.deepEqual(
          notPassed.map(({ id, status }) => `${id} ${status}`).sort(),
          skippedChecks(name, fact)
            .map((id) => `${id} skipped`)
            .sort(),
          fact.name,
        );
      }
    });

    it("should have the original constructor arguments and libraries", () => {
      for (const fact of facts) {
        const { constructorArguments, libraries } = found(fact);
        if (fact.creationInput !== null)
          assert.equal(constructorArguments?.encoded ?? "0x", fact.constructorArguments, fact.name);
        if (name !== "foundry-libraries")
          assert.deepEqual(Object.values(libraries), Object.values(fact.libraries), fact.name);
      }
    });

    it("should distinguish the proxy from its implementation", () => {
      const [proxy, implementation] = PROXIES[name] ?? [];
      const byName = (pattern: RegExp | undefined) =>
        facts.filter((fact) => pattern?.test(fact.name) && fact.creationInput !== null);
      assert.deepEqual(
        report.contracts.flatMap((each) =>
          each.proxy === null ? [] : [{ at: each.target.address, ...withoutCandidates(each.proxy) }],
        ),
        byName(proxy).map(({ address: at }) => ({
          at,
          kind: "EIP-1967" as const,
          implementation: byName(implementation)[0]?.address ?? "none",
          beacon: null,
          proof: "probe" as const,
        })),
      );
    });

    it("should be submitted once", () => {
      assert.deepEqual(
        [...acceptedAddresses(stage.world)].sort(),
        facts.map(({ address }) => address).sort(),
      );
      assert.lengthOf(stage.world.verification.submissions, facts.length);
    });
  });

function withoutCandidates({
  candidates: _,
  admin: __,
  ...proxy
}: ContractProxy): Omit<ContractProxy, "candidates" | "admin"> {
  return proxy;
}

function addresses({ contracts }: Report): readonly string[] {
  return contracts.map(({ target }) => target.address ?? target.input).sort();
}
