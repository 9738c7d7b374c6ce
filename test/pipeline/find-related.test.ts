import { assert } from "chai";
import { getCreateAddress } from "ethers/address";
import type { TracedCreation } from "../../src/internal/chain/chain-port.ts";
import { ADMIN_SLOT, IMPLEMENTATION_SLOT } from "../../src/internal/chain/read-statements.ts";
import type { RecordedDeployment } from "../../src/internal/domain/build.ts";
import { parseTarget } from "../../src/internal/domain/target.ts";
import { findRelated, relateRequest } from "../../src/internal/pipeline/find-related.ts";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import { type Compiled, compile } from "../helpers/compile.ts";
import { COUNTER, cloneOf } from "../helpers/contracts.ts";
import { DEPLOYER, type FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { ADDRESS as BUILT, codeOf, deployedChain, PATH, project } from "../helpers/pipeline/deployed.ts";
import { withPorts } from "../helpers/pipeline/world.ts";

const [PROXY = "", STRANGER = ""] = [90, 91].map((nonce) => getCreateAddress({ from: DEPLOYER, nonce }));
const CHILD = getCreateAddress({ from: PROXY, nonce: 1 });
/** The project's transaction that deployed the proxy. */
const OWN = transactionHash(90);
const RECORDED: RecordedDeployment = { address: PROXY, transactionHashes: [OWN] };
/** Delegates; the slots say where to. */
const DELEGATING = "0x5bf4";

function chainWith(slots: Readonly<Record<string, string>>, compiled?: Compiled): FakeChain {
  return deployedChain(compiled)
    .create(PROXY, DELEGATING, "0x60", 90, 6)
    .deploy(CHILD, codeOf(compiled ?? project()).runtime, 6)
    .growTo(9)
    .point(PROXY, slots);
}

interface Setting {
  readonly builds?: readonly Compiled[];
  readonly recorded?: readonly RecordedDeployment[];
  readonly mentioned?: readonly string[];
  readonly request?: Partial<VerifyRequest>;
}

function requestsOn(chain: FakeChain, setting: Setting = {}): Promise<readonly VerifyRequest[]> {
  const { builds = [project()], recorded = [RECORDED], mentioned = [], request: asked } = setting;
  return withPorts(
    { chain, script: {}, builds },
    async (ports, request) =>
      (
        await findRelated(
          {
            ...request,
            buildSource: { ...request.buildSource, isNamed: false } as VerifyRequest["buildSource"],
            target: parseTarget(PROXY),
            ...asked,
          },
          ports,
          async () => recorded,
          mentioned,
        )
      )?.related ?? [],
  );
}

async function relatedOn(chain: FakeChain, setting: Setting = {}) {
  const requests = await requestsOn(chain, setting);
  return requests.map(({ target, name, related, sources }) => ({
    ...{ name, address: target.input, because: related?.because, sources },
  }));
}

const created = (address: string): readonly TracedCreation[] => [
  {
    address: address.toLowerCase(),
    initCode: codeOf(project()).creation,
    creator: PROXY.toLowerCase(),
    isCreate2: false,
  },
];

const origins = [{ tool: "openzeppelin", naming: "role", name: "proxy", file: "31337.json" }] as const;

describe("pipeline - contracts that belong to a named one", () => {
  const counter = { name: "Counter", sources: "minimal" } as const;
  const implementation = { ...counter, address: BUILT, because: "implementation" } as const;
  const admin = { ...counter, address: CHILD, because: "same-transaction" } as const;

  it("should include a named proxy's implementation if a build has its metadata hash", async () => {
    const chain = chainWith({ [IMPLEMENTATION_SLOT]: BUILT });
    assert.deepEqual(await relatedOn(chain, { recorded: [] }), [implementation]);
  });

  it("should not include similar code whose metadata hash belongs to other sources", async () => {
    const chain = chainWith({ [IMPLEMENTATION_SLOT]: BUILT });
    const changed = compile({ [PATH]: `// changed\n${COUNTER}` });
    assert.deepEqual(await relatedOn(chain, { builds: [changed] }), []);
  });

  it("should not include code without a metadata hash", async () => {
    const bare = project({ metadata: { bytecodeHash: "none" } });
    const chain = chainWith({ [IMPLEMENTATION_SLOT]: BUILT }, bare);
    assert.deepEqual(await relatedOn(chain, { builds: [bare] }), []);
  });

  it("should include the admin that a recorded proxy created, by its address and nonce", async () => {
    const chain = chainWith({ [IMPLEMENTATION_SLOT]: BUILT, [ADMIN_SLOT]: CHILD });
    assert.deepEqual(await relatedOn(chain), [implementation, admin]);
  });

  it("should not include an admin that only a slot names", async () => {
    const chain = chainWith({ [IMPLEMENTATION_SLOT]: BUILT, [ADMIN_SLOT]: STRANGER });
    chain.deploy(STRANGER, codeOf(project()).runtime, 4);
    assert.deepEqual(await relatedOn(chain), [implementation]);
    // A proxy without a record doesn't show who deployed its admin.
    const unrecorded = chainWith({ [IMPLEMENTATION_SLOT]: BUILT, [ADMIN_SLOT]: CHILD });
    assert.deepEqual(await relatedOn(unrecorded, { recorded: [] }), [implementation]);
  });

  it("should not include a contract that a recorded one created in someone else's transaction", async () => {
    const chain = chainWith({ [IMPLEMENTATION_SLOT]: BUILT, [ADMIN_SLOT]: CHILD });
    const foreign = transactionHash(91);
    chain
      .deploy(CHILD, codeOf(project()).runtime, 8)
      .mine(8, { hash: foreign, from: DEPLOYER, to: PROXY, nonce: 91, input: "0x12345678" });
    chain.traces = new Map([[foreign, created(CHILD)]]);
    assert.deepEqual(await relatedOn(chain), [implementation]);
    // The record of a call lists the transaction.
    const call = { address: PROXY, transactionHashes: [foreign] };
    assert.deepEqual(await relatedOn(chain, { recorded: [RECORDED, call] }), [implementation, admin]);
    // A transaction that the proxy's deployer signed doesn't make a factory's child part of the proxy.
    assert.deepEqual(await relatedOn(chain, { request: { origins } }), [implementation]);
  });

  it("should include an address that a record mentions only if a recorded transaction created it", async () => {
    const chain = chainWith({}).deploy(STRANGER, codeOf(project()).runtime, 6);
    assert.deepEqual(await relatedOn(chain, { mentioned: [STRANGER, BUILT] }), []);
    chain.traces = new Map([[OWN, created(STRANGER)]]);
    const found = await relatedOn(chain, { mentioned: [STRANGER, BUILT] });
    assert.deepEqual(found, [{ ...admin, address: STRANGER }]);
  });

  it("should include an unrecorded beacon or admin only if the proxy's deployer deployed it", async () => {
    const chain = chainWith({ [IMPLEMENTATION_SLOT]: CHILD, [ADMIN_SLOT]: BUILT });
    const addressesOf = async (request?: Partial<VerifyRequest>) =>
      (await relatedOn(chain, { request: request ?? {} })).map(({ address, because }) => [address, because]);
    assert.deepEqual(await addressesOf({ origins }), [
      [CHILD, "implementation"],
      [BUILT, "same-deployer"],
    ]);
    assert.deepEqual(await addressesOf(), [[CHILD, "implementation"]]);
    const other = chainWith({ [IMPLEMENTATION_SLOT]: CHILD, [ADMIN_SLOT]: BUILT });
    const recorded = [{ address: STRANGER, transactionHashes: [transactionHash(92)] }];
    other.mine(7, { hash: transactionHash(92), from: STRANGER, to: null, nonce: 1, input: "0x60" });
    const found = await relatedOn(other, { recorded, request: { origins } });
    assert.isFalse(found.some(({ address }) => address === BUILT));
  });

  it("should demand a clone's contract name of its implementation, but not a proxy's", async () => {
    const request = { contract: "Counter", name: "Mine", isLongAgo: true } as const;
    const nameFor = async (chain: FakeChain) => {
      const [found] = await requestsOn(chain, { request });
      assert.isUndefined(found?.isLongAgo);
      return found?.contract;
    };
    assert.isUndefined(await nameFor(chainWith({ [IMPLEMENTATION_SLOT]: BUILT })));
    assert.equal(await nameFor(deployedChain().deploy(PROXY, cloneOf(BUILT), 6).growTo(9)), "Counter");
  });

  it("should drop the options for a single contract, and sources only if the user didn't ask for them", () => {
    const options = [
      ["--contract", "Proxy"],
      ["--creation-tx-hash", OWN],
      ["--sources", "full"],
      ["--force"],
    ] as const;
    const request = { options, sources: "full" } as unknown as VerifyRequest;
    const belonging = relateRequest(request, BUILT, { because: "implementation" }, false);
    assert.deepEqual([belonging.options, belonging.sources], [[["--force"]], "minimal"]);
    const followed = relateRequest({ ...request, related: belonging.related }, BUILT, {}, true);
    assert.deepEqual([belonging.related?.depth, followed.related?.depth], [1, 2]);
    assert.deepEqual(
      [followed.options, followed.sources],
      [[["--contract", "Proxy"], ["--sources", "full"], ["--force"]], "full"],
    );
  });

  it("should not fail if the node doesn't answer, because the contract's own run reports it", async () => {
    const chain = chainWith({ [IMPLEMENTATION_SLOT]: BUILT });
    chain.failing.add("eth_blockNumber");
    assert.deepEqual(await relatedOn(chain), []);
  });
});
