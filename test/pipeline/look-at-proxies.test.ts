import { assert } from "chai";
import { getCreateAddress } from "ethers/address";
import { ADMIN_SLOT, IMPLEMENTATION_SLOT } from "../../src/internal/chain/read-statements.ts";
import { parseTarget } from "../../src/internal/domain/target.ts";
import { Stopped } from "../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import { contractRows } from "../../src/internal/render/words/batch-words.ts";
import { contractVerdict } from "../../src/internal/render/words/verdict.ts";
import type { ContractReport, Report } from "../../src/internal/report/model.ts";
import { createReport, getExitCode, NO_SERVICES } from "../../src/internal/report/outcome.ts";
import { type Compiled, codesOf, compile } from "../helpers/compile.ts";
import { COUNTER, cloneOf } from "../helpers/contracts.ts";
import { DEPLOYER, type FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { matchedJob, NOT_VERIFIED, recordOf, stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS as BUILT, deployedChain, project } from "../helpers/pipeline/deployed.ts";
import { verifyAll } from "../helpers/pipeline/verify-all.ts";
import { statusIn, withPorts } from "../helpers/pipeline/world.ts";
import { type Behaviour, json } from "../helpers/services/fault-server.ts";

const [PROXY = "", PROXY_TOO = "", FOREIGN = "", ACCOUNT = ""] = [90, 91, 92, 93].map((nonce) =>
  getCreateAddress({ from: DEPLOYER, nonce }),
);
/** Delegates, and calls show nothing of it on this chain: the slots decide. */
const DELEGATING = "0x5bf4";
/** Copies calldata, and delegates with it. */
const FORWARDING = "0x36600060003760006000366000545af400";

const PROXY_PATH = "project/contracts/Proxy.sol";
const PROXY_SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Proxy {
  fallback() external payable {
    assembly {
      calldatacopy(0, 0, calldatasize())
      let ok := delegatecall(gas(), sload(${IMPLEMENTATION_SLOT}), 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      switch ok case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) }
    }
  }
}`;

type Words = Readonly<Record<string, string>>;

/** Also has {@link BUILT}, which the project has a build of, and {@link FOREIGN}, which it hasn't. */
function chainWith(proxies: Readonly<Record<string, string | Words>>): FakeChain {
  const chain = deployedChain().deploy(FOREIGN, "0x6001600255", 5).growTo(20);
  for (const [proxy, made] of Object.entries(proxies)) {
    chain.deploy(proxy, typeof made === "string" ? made : DELEGATING, 5);
    if (typeof made !== "string") chain.point(proxy, made);
  }
  return chain;
}

/** The record of a third-party contract. */
const SAFE = {
  ...{ match: "exact_match", creationMatch: null, runtimeMatch: "exact_match", matchId: "7" },
  verifiedAt: "2026-01-01T00:00:00Z",
  compilation: { fullyQualifiedName: "contracts/Safe.sol:Safe" },
};

function recordsOf(known: readonly string[]): Behaviour {
  return (request, response) => {
    const [, chainId, address = ""] = /contract\/(\d+)\/(0x[0-9a-fA-F]{40})/.exec(request.url ?? "") ?? [];
    if (!known.includes(address)) NOT_VERIFIED(request, response);
    else if (address === BUILT) stored()(request, response);
    else json(200, { ...SAFE, chainId, address })(request, response);
  };
}

async function look(
  chain: FakeChain,
  known: readonly string[],
  asked: Partial<VerifyRequest> = {},
  targets: readonly string[] = [PROXY],
  record: Behaviour = recordsOf(known),
  builds: readonly Compiled[] = [project()],
) {
  const script = { record: [record], job: [matchedJob()] };
  return withPorts({ chain, script, builds }, async (ports, request, service) => {
    const reports = await verifyAll(
      targets.map((address) => ({
        ...request,
        buildSource: { ...request.buildSource, isNamed: false } as VerifyRequest["buildSource"],
        lookAtProxy: true,
        ...asked,
        target: parseTarget(address),
      })),
      ports,
    );
    return {
      of: (address: string) => reports.find(({ target }) => target.address === address),
      addresses: reports.map(({ target }) => target.address) as readonly (string | null)[],
      submissions: service.submissions.length,
      reports,
    };
  });
}

const reportOf = (contracts: readonly ContractReport[]): Report =>
  createReport({
    startedAt: new Date(0),
    finishedAt: new Date(0),
    network: { name: "fake", chainId: 31337 },
    services: NO_SERVICES,
    contracts,
  });

const exitCode = (report: ContractReport | undefined): number => getExitCode(report?.outcome ?? "no-build");

describe("pipeline - contracts that proxies refer to", () => {
  it("should check the implementation of several proxies once, and not submit it", async () => {
    const slots = { [IMPLEMENTATION_SLOT]: BUILT };
    const chain = chainWith({ [PROXY]: slots, [PROXY_TOO]: slots });
    const { of, addresses, submissions } = await look(chain, [], {}, [PROXY, PROXY_TOO]);
    assert.deepEqual(addresses, [PROXY, PROXY_TOO, BUILT]);
    assert.equal(submissions, 0);
    const built = of(BUILT);
    assert.deepEqual([built?.outcome, exitCode(built)], ["of-others", 0]);
    assert.deepEqual(built?.relation, {
      whose: "ours",
      unsent: "deployed-elsewhere",
      roles: [
        { role: "implementation", proxy: PROXY },
        { role: "implementation", proxy: PROXY_TOO },
      ],
    });
  });

  it("should say why it doesn't submit a contract that has a local build", async () => {
    const chain = chainWith({ [PROXY]: { [IMPLEMENTATION_SLOT]: BUILT } });
    const unsentOf = async (asked: Partial<VerifyRequest>, builds?: readonly Compiled[]) =>
      (await look(chain, [], asked, [PROXY], recordsOf([]), builds)).of(BUILT)?.relation?.unsent;
    assert.equal(await unsentOf({ onlyNamed: true }), "only-named");
    const changed = compile({ "project/contracts/Counter.sol": `// changed\n${COUNTER}` });
    assert.equal(await unsentOf({}, [changed]), "other-metadata");
  });

  it("should submit an implementation that has a local build if asked to", async () => {
    const chain = chainWith({ [PROXY]: { [IMPLEMENTATION_SLOT]: BUILT } });
    const { submissions } = await look(chain, [], { followProxy: true });
    assert.equal(submissions, 1);
  });

  it("should show the record of a third-party contract, and never judge it", async () => {
    const chain = chainWith({ [PROXY]: { [IMPLEMENTATION_SLOT]: FOREIGN } });
    for (const followProxy of [false, true]) {
      const { of, submissions } = await look(chain, [FOREIGN], { followProxy });
      const foreign = of(FOREIGN);
      assert.deepEqual([foreign?.outcome, exitCode(foreign), submissions], ["of-others", 0, 0]);
      assert.deepEqual([foreign?.match?.runtimeMatch, foreign?.relation?.whose], ["exact_match", "others"]);
      assert.equal(foreign?.relation?.storedAs, "contracts/Safe.sol:Safe");
    }
    const { of } = await look(chain, []);
    assert.deepEqual([of(FOREIGN)?.outcome, of(FOREIGN)?.match], ["of-others", null]);
  });

  it("should name the proxy of a contract that is a target anyway", async () => {
    const chain = chainWith({ [PROXY]: { [IMPLEMENTATION_SLOT]: BUILT } });
    const { of, addresses } = await look(chain, [BUILT], {}, [PROXY, BUILT]);
    assert.lengthOf(addresses, 2);
    assert.deepEqual(of(BUILT)?.relation, {
      whose: "recorded",
      roles: [{ role: "implementation", proxy: PROXY }],
    });
  });

  it("should end a chain of proxies after four contracts, counted from the named one", async () => {
    const chain = chainWith({ [PROXY]: { [IMPLEMENTATION_SLOT]: FOREIGN } });
    for (const [depth, followed] of [
      [3, [PROXY, FOREIGN]],
      [4, [PROXY]],
    ] as const) {
      const { addresses } = await look(chain, [], { related: { depth, because: "implementation" } });
      assert.deepEqual(addresses, followed);
    }
  });

  it("should check an admin only if it is a contract", async () => {
    const slots = { [IMPLEMENTATION_SLOT]: FOREIGN };
    const ofContract = chainWith({ [PROXY]: { ...slots, [ADMIN_SLOT]: BUILT } });
    const { of } = await look(ofContract, [BUILT, FOREIGN]);
    assert.deepEqual(of(BUILT)?.relation?.roles, [{ role: "admin", proxy: PROXY }]);
    const ofAccount = chainWith({ [PROXY]: { ...slots, [ADMIN_SLOT]: ACCOUNT } });
    const { addresses, of: at } = await look(ofAccount, [FOREIGN]);
    assert.deepEqual(addresses, [PROXY, FOREIGN]);
    assert.deepEqual(at(PROXY)?.proxy?.admin, { address: ACCOUNT, hasCode: false });
  });

  it("should report the proxy if the run ends while the proxy's admin is read", async () => {
    const chain = chainWith({ [PROXY]: { [IMPLEMENTATION_SLOT]: FOREIGN } });
    const stop = new AbortController();
    const storage = chain.storage.bind(chain);
    chain.storage = async (address, slot) => {
      if (slot === ADMIN_SLOT) stop.abort(new Stopped("user"));
      stop.signal.throwIfAborted();
      return storage(address, slot);
    };
    const script = { record: [recordsOf([])] };
    await withPorts({ chain, script, ports: { signal: stop.signal } }, async (ports, request) => {
      const target = parseTarget(PROXY);
      const [report] = await verifyAll([{ ...request, action: "check", lookAtProxy: true, target }], ports);
      assert.deepEqual([report?.outcome, report?.proxy?.implementation], ["timed-out", FOREIGN]);
    });
  });

  it("should accept a clone of a third-party contract if it is recorded, but not if the user named it", async () => {
    const chain = chainWith({ [PROXY]: cloneOf(FOREIGN) });
    const { reports } = await look(chain, [], guessed("Wallet"));
    const outcomes = reports.map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ["minimal-proxy", "of-others"]);
    const named = await look(chain, []);
    assert.deepEqual([named.of(PROXY)?.outcome, named.of(PROXY)?.error?.code], ["no-build", "VC206"]);
    assert.equal((await look(chain, [FOREIGN])).of(PROXY)?.outcome, "minimal-proxy");
  });

  for (const [runs, outcome, code] of [
    [BUILT, "minimal-proxy", undefined],
    [FOREIGN, "no-build", "VC207"],
  ] as const)
    it(`should accept a clone of a proxy only if both run the same contract: ${outcome}`, async () => {
      const chain = chainWith({ [PROXY]: cloneOf(PROXY_TOO), [PROXY_TOO]: FORWARDING })
        .point(PROXY_TOO, { [IMPLEMENTATION_SLOT]: BUILT })
        .point(PROXY, { [IMPLEMENTATION_SLOT]: runs });
      const report = (await look(chain, [BUILT, PROXY_TOO], { followProxy: true })).of(PROXY);
      assert.deepEqual([report?.outcome, report?.error?.code], [outcome, code]);
    });

  const guessed = (name: string) => ({
    origins: [{ tool: "foundry", naming: "guess", name, file: "run-latest.json" }] as const,
  });

  const recordOfName = (contractName: string, hash?: string) => ({
    origins: [{ tool: "hardhat-deploy", name: "Coin", file: "Coin.json" }] as const,
    recorded: [{ address: PROXY, transactionHashes: hash === undefined ? [] : [hash], contractName }],
  });

  it("should accept a clone of the contract that a record names, and refute a clone of another", async () => {
    const chain = chainWith({ [PROXY]: cloneOf(BUILT) });
    // Immutable arguments follow the code.
    const withArguments = chainWith({ [PROXY]: `${cloneOf(BUILT)}${"2a".repeat(32)}` });
    const { of: atArguments } = await look(withArguments, [BUILT], recordOfName("Counter"));
    assert.equal(atArguments(PROXY)?.outcome, "minimal-proxy");
    const { of } = await look(chain, [BUILT], recordOfName("Counter"));
    assert.deepEqual([of(PROXY)?.outcome, of(BUILT)?.outcome], ["minimal-proxy", "already-verified"]);
    assert.isUndefined(of(PROXY)?.claims);
    const name = "contracts/Other.sol:Counter";
    const other = (await look(chain, [BUILT], recordOfName(name))).of(PROXY);
    assert.deepEqual([other?.outcome, other?.error?.code, exitCode(other)], ["check-failed", "VC209", 1]);
    assert.include(other?.error?.message, name);
    assert.include(other?.error?.message, "contracts/Counter.sol:Counter");
    assert.equal(other?.verdict, "refuted");
  });

  /** A proxy with a local build, its chain and its record. */
  const compiledProxy = (implementation: string) => {
    const compiled = compile({ [PROXY_PATH]: PROXY_SOURCE });
    const { runtime, creation } = codesOf(compiled, PROXY_PATH, "Proxy");
    const chain = deployedChain()
      .deploy(FOREIGN, "0x6001600255", 5)
      .create(PROXY, runtime, creation, 90, 6)
      .growTo(20)
      .point(PROXY, { [IMPLEMENTATION_SLOT]: implementation });
    const deployed = { runtime, creation, address: PROXY, transactionHash: transactionHash(90) };
    const sides = { creation: "exact_match", runtime: "exact_match" } as const;
    const made = recordOf(compiled, PROXY_PATH, "Proxy", deployed, sides);
    const body = { ...made, deployment: { ...(made.deployment as object), blockNumber: "6" } };
    const check = (asked: Partial<VerifyRequest>, known = [BUILT], targets: readonly string[] = [PROXY]) => {
      const record: Behaviour = (request, response) =>
        (request.url?.includes(PROXY) ? json(200, body) : recordsOf(known))(request, response);
      return look(chain, [], { action: "check", ...asked }, targets, record, [project(), compiled]);
    };
    return { chain, check };
  };

  it("should accept a compiled proxy that is recorded under its implementation's name", async () => {
    const { check } = compiledProxy(BUILT);
    for (const name of ["Counter", "Proxy"]) {
      const { of } = await check(recordOfName(name, transactionHash(90)));
      const proxy = of(PROXY) ?? assert.fail();
      assert.deepEqual([proxy.outcome, proxy.verdict], ["already-verified", "verified"]);
      assert.equal(statusIn(proxy, "recorded-contract"), "passed");
    }
    const required = { ...recordOfName("Counter"), required: ["recorded-contract", "deployment"] };
    assert.equal((await check(required)).of(PROXY)?.outcome, "already-verified");
  });

  it("should refute a compiled proxy if no build has the recorded name or its implementation isn't judged", async () => {
    const { check } = compiledProxy(FOREIGN);
    for (const known of [[], [FOREIGN]])
      assert.equal((await check(recordOfName("Safe"), known)).of(PROXY)?.verdict, "refuted");
    const alone = await compiledProxy(BUILT).check({ ...recordOfName("Counter"), lookAtProxy: false });
    assert.deepEqual([alone.of(PROXY)?.verdict, alone.of(PROXY)?.error?.code], ["refuted", "VC412"]);
  });

  it("should say if the user's name belongs to the proxy's implementation, and name the proxy's contract", async () => {
    const { check } = compiledProxy(BUILT);
    const proxy = (await check({ contract: "Counter" })).of(PROXY);
    assert.deepEqual([proxy?.outcome, proxy?.error?.code, exitCode(proxy)], ["no-build", "VC204", 1]);
    const { likely, next } = proxy?.error ?? assert.fail();
    assert.include(likely, `Counter is the proxy's implementation at ${BUILT}`);
    assert.include(likely, "contracts/Proxy.sol:Proxy");
    assert.include(next, "--contract contracts/Proxy.sol:Proxy");
    const { error } = (await check({ contract: "Fixed" })).of(PROXY) ?? assert.fail();
    assert.deepEqual([error?.code, error?.likely], ["VC204", "it is contracts/Proxy.sol:Proxy"]);
  });

  it("should suggest to follow a proxy without a build, unless the run includes its implementation anyway", async () => {
    const chain = chainWith({ [PROXY]: { [IMPLEMENTATION_SLOT]: BUILT } });
    const { origins } = recordOfName("Coin");
    const errorOf = async (asked: Partial<VerifyRequest>) =>
      (await look(chain, [BUILT], asked)).of(PROXY)?.error ?? assert.fail();
    const alone = await errorOf({});
    assert.equal(alone.code, "VC204");
    assert.include(alone.next, "--follow-proxy");
    for (const error of [await errorOf({ origins }), await errorOf({ followProxy: true })]) {
      assert.equal(error.code, "VC204");
      assert.notInclude(error.next, "--follow-proxy");
    }
  });

  it("should not accept a clone under a recorded name that nothing proves", async () => {
    const chain = chainWith({ [PROXY]: cloneOf(FOREIGN) });
    const none = await look(chain, [], recordOfName("Safe"));
    assert.deepEqual([none.of(PROXY)?.error?.code, exitCode(none.of(PROXY))], ["VC206", 1]);
    // The service's word for it is not enough.
    const { of } = await look(chain, [FOREIGN], recordOfName("Safe"));
    assert.isAbove(exitCode(of(FOREIGN)), 0);
  });

  it("should leave a guessed name open, and a name from another creation", async () => {
    const chain = chainWith({ [PROXY]: cloneOf(BUILT) });
    const [own, other] = [transactionHash(90), transactionHash(91)];
    chain.create(PROXY, cloneOf(BUILT), "0x", 90);
    const earlier = { ...recordOfName("Coin", other), creationTransactionHash: own };
    for (const asked of [guessed("Coin"), earlier]) {
      const { of } = await look(chain, [BUILT], asked);
      const proxy = of(PROXY);
      assert.deepEqual([proxy?.outcome, proxy?.claims?.[0]?.state], ["minimal-proxy", "open"]);
      assert.match(contractVerdict(proxy ?? assert.fail()).text, /Coin is a guess.+Counter/);
    }
    for (const name of ["Counter", "contract"])
      assert.isUndefined((await look(chain, [BUILT], guessed(name))).of(PROXY)?.claims);
  });

  it("should judge a clone's implementation even if it is another proxy's too", async () => {
    const chain = chainWith({ [PROXY]: cloneOf(FOREIGN), [PROXY_TOO]: { [IMPLEMENTATION_SLOT]: FOREIGN } });
    for (const targets of [[PROXY], [PROXY_TOO, PROXY], [PROXY, PROXY_TOO]]) {
      const { of, addresses } = await look(chain, [FOREIGN], {}, targets);
      assert.notEqual(of(FOREIGN)?.outcome, "of-others");
      assert.isAbove(exitCode(of(FOREIGN)), 0);
      assert.lengthOf(addresses, targets.length + 1);
    }
  });

  it("should say whose code a recorded clone runs, and who vouches for it", async () => {
    const chain = chainWith({ [PROXY]: cloneOf(FOREIGN) });
    const origins = [{ tool: "hardhat-deploy", name: "Wallet", file: "Wallet.json" }] as const;
    for (const [known, words] of [
      [[FOREIGN], "proxy of Safe, third-party code that only the verification service vouches for"],
      [[], `proxy of ${FOREIGN}, third-party code not on record`],
    ] as const) {
      const { reports } = await look(chain, known, { origins });
      const [row] = contractRows(reportOf(reports));
      assert.deepEqual([row?.proxy, row?.verdict.symbol], [words, "–"]);
    }
  });
});
