import { assert } from "chai";
import { getAddress } from "ethers/address";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import { verifyContract } from "../../src/internal/pipeline/verify-contract.ts";
import { getExitCode } from "../../src/internal/report/outcome.ts";
import { type Compiled, codesOf, compile } from "../helpers/compile.ts";
import { FACTORY } from "../helpers/contracts.ts";
import { DEPLOYER, FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { NOT_VERIFIED } from "../helpers/pipeline/answers.ts";
import { codeOf, project } from "../helpers/pipeline/deployed.ts";
import { withPorts } from "../helpers/pipeline/world.ts";

const CHILD = getAddress(`0x${"c1".repeat(20)}`);
const MAKER = getAddress(`0x${"fa".repeat(20)}`);
const HELPER = getAddress(`0x${"be".repeat(20)}`);
const CALL = transactionHash(40);
const MAKE = "0x1249c58b";

const SOURCE = "Foreign.sol";
const foreign = compile({ [SOURCE]: FACTORY });
const codes = (name: string) => codesOf(foreign, SOURCE, name);
const RECORDED = { address: CHILD, transactionHashes: [CALL], byContract: true } as const;
const ORIGINS = [
  { tool: "foundry", naming: "guess", name: "contract", file: "broadcast/D.s.sol/1/run-latest.json" },
] as const;

interface World {
  readonly maker?: string;
  readonly input?: string;
  /** The contract that created the child, itself created by `MAKER` in the same transaction. */
  readonly by?: string;
  readonly isTraced?: boolean;
}

function chainWith({
  maker = codes("Factory").runtime,
  input = MAKE,
  by,
  isTraced = true,
}: World): FakeChain {
  const { runtime, creation } = codes("Child");
  const chain = new FakeChain().deploy(MAKER, maker, 3).deploy(CHILD, runtime, 5);
  chain.mine(5, { hash: CALL, from: DEPLOYER, to: MAKER.toLowerCase(), nonce: 40, input });
  const created = (address: string, creator: string) => ({
    address: address.toLowerCase(),
    creator: creator.toLowerCase(),
    initCode: creation,
    isCreate2: false,
  });
  const between = by === undefined ? [] : [created(by, MAKER)];
  if (by !== undefined) chain.deploy(by, "0x00", 5);
  if (isTraced) chain.traces = new Map([[CALL, [...between, created(CHILD, by ?? MAKER)]]]);
  return chain.growTo(20);
}

interface Project {
  readonly builds?: readonly Compiled[];
  readonly lookedAt?: readonly string[];
  /** Transactions of the factory in the project's deployment records. */
  readonly transactions?: readonly string[];
  readonly request?: Partial<VerifyRequest>;
}

async function verify(
  world: World,
  { builds = [project()], lookedAt = [CHILD], transactions = [], request: own = {} }: Project = {},
): Promise<readonly unknown[]> {
  const setting = {
    chain: chainWith(world),
    builds,
    target: CHILD,
    script: { record: [NOT_VERIFIED] },
    ports: { recordedTransactions: async () => transactions },
  };
  return withPorts(setting, async (ports, { buildSource, ...request }) => {
    const report = await verifyContract(
      {
        ...request,
        buildSource: { ...buildSource, isNamed: false } as VerifyRequest["buildSource"],
        lookedAt: new Set(lookedAt),
        recorded: [RECORDED],
        origins: ORIGINS,
        ...own,
      },
      ports,
    );
    return [report.outcome, report.error?.code, getExitCode(report.outcome)];
  });
}

const OF_OTHERS: readonly unknown[] = ["of-others", undefined, 0];
const NO_BUILD: readonly unknown[] = ["no-build", "VC204", 1];

describe("pipeline - a contract that someone else's factory created", () => {
  it("should be third-party, with exit code 0, even if a helper of the factory created it", async () => {
    assert.deepEqual(await verify({}), OF_OTHERS);
    assert.deepEqual(await verify({ by: HELPER }), OF_OTHERS);
    assert.deepEqual(await verify({}, { request: { action: "check" } }), OF_OTHERS);
  });

  it("should be an error if the factory is the project's own", async () => {
    const own = codeOf(project(), "Counter").runtime;
    assert.deepEqual(await verify({ maker: own }), NO_BUILD, "a build has its code");
    assert.deepEqual(await verify({ maker: own, by: HELPER }), NO_BUILD, "a build has the creator's creator");
    assert.deepEqual(await verify({}, { lookedAt: [CHILD, MAKER] }), NO_BUILD, "it is in this run");
    const transactions = [transactionHash(3)];
    assert.deepEqual(await verify({}, { transactions }), NO_BUILD, "another deployment record names it");
  });

  it("should be an error if the caller passed the code, because the code may be the project's", async () => {
    const input = `${MAKE}${codes("Child").creation.slice(2)}`;
    assert.deepEqual(await verify({ input }), NO_BUILD);
  });

  it("should be an error if nothing shows which contract created it", async () => {
    assert.deepEqual(await verify({ isTraced: false }), NO_BUILD);
  });

  it("should be an error if the user names it or demands a check that needs sources", async () => {
    assert.deepEqual((await verify({}, { request: { contract: "Counter" } }))[0], "no-build");
    const required = { required: ["metadata-hash"], options: [["--require", "metadata-hash"]] } as const;
    assert.deepEqual(await verify({}, { request: required }), NO_BUILD);
  });
});
