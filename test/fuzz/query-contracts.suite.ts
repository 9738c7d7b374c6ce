import { assert } from "chai";
import fc from "fast-check";
import { codeLength } from "../../src/internal/domain/code-template.ts";
import type { Claim, ContractReport } from "../../src/internal/report/model.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { QUERY_BLOCK } from "../helpers/services/examples.ts";
import { type Answer, answersLike, isGood, shown, whole } from "./answers.ts";
import { queryContractBases, queryContractsAt } from "./bases.ts";
import { endOf, nameOf } from "./client-case.ts";
import { theBench } from "./loopback.ts";
import { assertClaimsAreGood, stateOfClaim } from "./oracles/claims.ts";
import { at, hexOf, plainJson } from "./oracles/plain-json.ts";
import { runCases } from "./run-cases.ts";
import { CLIENT_CASES, PIPELINE_CASES } from "./settings.ts";
import { counted } from "./tally.ts";
import { isVerified, TWICE, verifyIn } from "./verify-in.ts";
import type { Body, World } from "./worlds.ts";

interface Case {
  readonly world: World;
  readonly answer: Answer;
  /** Undefined for the address. */
  readonly id: string | undefined;
  readonly withoutState: boolean;
}

describe("fuzz - query-service contracts", function () {
  this.timeout(0);
  const bench = theBench();

  it("should verify if unchanged, by address or by ID", async () => {
    for (const world of bench.worlds.all) {
      for (const body of knownAt(world)) {
        for (const target of [world.address, idOf(body)]) {
          const report = await verifyIn(world, bench.loopback, {
            target,
            script: { record: () => whole(200, world.record), query: () => whole(200, body) },
          });
          assert.equal(report.outcome, "already-verified", `${world.name}: ${JSON.stringify(report.error)}`);
          assert.equal(stateOfClaim(report, "identity"), "vouched");
        }
      }
    }
  });

  it("should be read, like blocks, or throw a ServiceError", async () => {
    const contracts = answersLike(queryContractBases()).map((answer) => ({
      answer,
      what: "contract" as const,
    }));
    const blocks = answersLike([{ name: "a block", status: 200, body: QUERY_BLOCK }]).map((answer) => {
      return { answer, what: "block" as const };
    });
    const cases = fc.oneof({ weight: 3, arbitrary: contracts }, { weight: 1, arbitrary: blocks });
    await runCases(
      "query contracts, client",
      CLIENT_CASES,
      cases,
      async ({ answer, what }) => {
        bench.loopback.follow({ query: () => answer });
        const service = new QueryService({ url: bench.loopback.url, ...TWICE });
        const end = await endOf<unknown>(
          what === "block" ? service.block(QUERY_BLOCK.number) : service.contract(bench.worlds.plain.address),
        );
        if ("value" in end && end.value === undefined) {
          assert.equal(answer.status, 404);
          assert.isArray(
            at(plainJson(answer.body), "_status", "messages"),
            "only the service itself can tell",
          );
        }
        return nameOf(end, (value) => (value === undefined ? "not found" : `a ${what}`));
      },
      ({ answer, what }) => `${what}: ${shown(answer)}`,
    );
  });

  it("should not verify if the code, address or state differs from the chain", async () => {
    const kind = "query contracts, pipeline";
    const cases = fc.oneof(
      ...bench.worlds.all.flatMap((world) =>
        knownAt(world).map((body) =>
          fc.record({
            world: fc.constant(world),
            answer: answersLike([{ name: "what it knows", status: 200, body }]),
            id: fc.constantFrom(undefined, undefined, idOf(body)),
            withoutState: fc.nat(4).map((number) => number === 4),
          }),
        ),
      ),
    );
    const property = async ({ world, answer, id, withoutState }: Case): Promise<string> => {
      const report = await verifyIn(world, bench.loopback, {
        ...(id === undefined ? {} : { target: id }),
        script: { record: () => whole(200, world.record), query: () => answer },
        withoutState,
      });
      if (!isVerified(report)) return report.outcome;
      assertClaimsAreGood(report);
      if (!isIdentityShown(report)) {
        assert.isEmpty(byQueryService(report), "an answer that can't be used vouches for nothing");
        if (id !== undefined) assertLacksCodeAlone(plainJson(answer.body), world, report, id);
        return `${report.outcome}, identity open`;
      }
      assert.deepEqual(untrueInQuery(plainJson(answer.body), world, report, id), [], report.outcome);
      assert.isTrue(isGood(answer), `HTTP ${answer.status}`);
      return report.outcome;
    };
    await runCases(kind, PIPELINE_CASES, cases, property, ({ world, answer, id, withoutState }) => {
      const how = `${world.name}, asked for ${id ?? "its address"}${withoutState ? ", a pruned node" : ""}`;
      return `${how}: ${shown(answer)}`;
    });
    if (PIPELINE_CASES >= 500)
      assert.isAbove(counted(kind, "already-verified"), 0, "nothing reached the end");
  });
});

function isIdentityShown(report: ContractReport): boolean {
  return stateOfClaim(report, "identity") === "vouched";
}

/** The query service vouches for an id's address even if it doesn't show the code yet. */
function assertLacksCodeAlone(body: unknown, world: World, report: ContractReport, id: string): void {
  assert.oneOf(hexOf(at(body, "runtime_bytecode") ?? null), [null, "0x"]);
  assert.deepEqual(untrueInQuery(body, world, report, id), ["runtime_bytecode"]);
}

function byQueryService({ claims = [] }: ContractReport): readonly Claim[] {
  return claims.filter(({ witnesses }) => witnesses.includes("query service"));
}

function knownAt({ address, runtimeBytecode, creation }: World): readonly Body[] {
  const bodies = queryContractsAt(address, runtimeBytecode, creation?.input);
  // Few contracts were created from a file, and more can be wrong with them.
  const fromFile = bodies.filter((body) => body.file_id !== null);
  return [...bodies, ...fromFile, ...fromFile, ...fromFile];
}

function idOf(body: Body): string {
  return String(body.contract_id);
}

/** @param asked The requested contract id; undefined for an address. */
function untrueInQuery(
  body: unknown,
  world: World,
  report: ContractReport,
  asked: string | undefined,
): readonly string[] {
  const input = report.target.creationTransactionHash === null ? undefined : world.creation?.input;
  const id = at(body, "contract_id") ?? null;
  const parts: readonly (readonly [name: string, isTrue: boolean])[] = [
    ["evm_address", hexOf(at(body, "evm_address")) === world.address.toLowerCase()],
    ["deleted", at(body, "deleted") === false],
    ["runtime_bytecode", hexOf(at(body, "runtime_bytecode")) === world.runtimeBytecode],
    ["bytecode", input === undefined || isCreationCode(body, input, world)],
    ["contract_id", asked === undefined || id === null || id === asked],
  ];
  return parts.filter(([, isTrue]) => !isTrue).map(([name]) => name);
}

/** The code of a contract created from a file may lack the constructor arguments. */
function isCreationCode(body: unknown, input: string, { templates }: World): boolean {
  const code = hexOf(at(body, "bytecode") ?? null);
  // Without a code, the service says nothing about the creation.
  if (code === null || code === "0x") return true;
  if (typeof code !== "string") return false;
  if ((at(body, "file_id") ?? null) === null) return code === input;
  return input.startsWith(code) && codeLength(code) >= codeLength(templates.creation.object);
}
