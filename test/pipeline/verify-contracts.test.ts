import { assert } from "chai";
import { getCreateAddress } from "ethers/address";
import { IMPLEMENTATION_SLOT, PROXIABLE_SLOT } from "../../src/internal/chain/read-statements.ts";
import { parseTarget } from "../../src/internal/domain/target.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import type { ContractsOptions } from "../../src/internal/pipeline/verify-contracts.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { HostBreakers } from "../../src/internal/services/http/hosts.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { cloneOf } from "../helpers/contracts.ts";
import { DEPLOYER, FakeChain } from "../helpers/fake-chain.ts";
import { NOT_VERIFIED } from "../helpers/pipeline/answers.ts";
import { ADDRESS } from "../helpers/pipeline/deployed.ts";
import { verifyAll } from "../helpers/pipeline/verify-all.ts";
import { type Setting, withPorts } from "../helpers/pipeline/world.ts";
import { type Behaviour, json, serve, text } from "../helpers/services/fault-server.ts";
import { QUICK } from "../helpers/services/quick.ts";
import { thrownBy } from "../helpers/thrown.ts";

const EMPTY = getCreateAddress({ from: DEPLOYER, nonce: 90 });
const EMPTY_TOO = getCreateAddress({ from: DEPLOYER, nonce: 91 });
const EMPTY_THREE = getCreateAddress({ from: DEPLOYER, nonce: 92 });

const SCRIPT = { record: [NOT_VERIFIED] };

async function runAll(
  addresses: readonly string[],
  options: Partial<ContractsOptions> = {},
  setting: Setting & { readonly all?: Partial<VerifyRequest> } = {},
) {
  const started: number[] = [];
  const reports = await withPorts(
    { script: SCRIPT, ...setting },
    async (ports: Ports, request: VerifyRequest) =>
      verifyAll(
        addresses.map((address) => ({ ...request, ...setting.all, target: parseTarget(address) })),
        ports,
        { onStarted: (index) => started.push(index), ...options },
      ),
  );
  return { reports, started };
}

function inOrder(): ContractsOptions["inTurn"] {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    last = last.then(work);
    return last;
  };
}

const outcomes = ({ reports }: { readonly reports: readonly ContractReport[] }) =>
  reports.map(({ outcome }) => outcome);

describe("pipeline - several contracts", () => {
  it("should stop at the first failure with --bail", async () => {
    const ran = await runAll([EMPTY, ADDRESS, EMPTY_TOO], { bail: true, inTurn: inOrder() });
    assert.deepEqual(outcomes(ran), ["not-deployed", "not-tried", "not-tried"]);
    assert.equal(ran.reports[1]?.error?.code, "VC706");
    assert.deepEqual(ran.started, [0]);
  });

  it("should not start another contract after a stop", async () => {
    let ended = 0;
    const ran = await runAll([EMPTY, EMPTY_TOO, ADDRESS], {
      inTurn: inOrder(),
      onEnded: () => ended++,
      isStopped: () => ended >= 1,
    });
    assert.deepEqual(outcomes(ran), ["not-deployed", "not-tried", "not-tried"]);
    assert.equal(ended, 3);
  });

  describe("when a host is down and retried at the end", () => {
    /** A service that is back when it is probed. */
    const revivable = () => {
      let isBack = false;
      const behaviour: Behaviour = (request, response) =>
        (isBack ? NOT_VERIFIED : text(503, "down"))(request, response);
      const told: (readonly number[])[] = [];
      const breakers = {
        get isAnyDead() {
          return !isBack;
        },
        areAllBack: () => Promise.resolve(true).finally(() => (isBack = true)),
      };
      const onBack = (indexes: readonly number[]) => told.push(indexes);
      return { script: { record: [behaviour] }, options: { breakers, onBack }, told };
    };

    it("should end only the failing contract if the host answers for others", async () => {
      await using server = await serve((request, response) => {
        const path = request.url ?? "";
        const isOne = path.toLowerCase().includes(EMPTY.toLowerCase());
        if (isOne) text(504, "timed out")(request, response);
        else (path.includes("/contract/") ? NOT_VERIFIED : json(404, {}))(request, response);
      });
      const breakers = new HostBreakers();
      const breaker = breakers.of(server.url);
      const ports = { verification: new VerificationService({ ...QUICK, url: server.url, breaker }) };
      const ran = await runAll([EMPTY, EMPTY_TOO, EMPTY_THREE], { breakers, inTurn: inOrder() }, { ports });
      assert.deepEqual(outcomes(ran), ["unavailable", "not-deployed", "not-deployed"]);
      assert.deepEqual(ran.started, [0, 1, 2]);
    });

    it("should try each failed contract once more if the host is back", async () => {
      const { script, options, told } = revivable();
      const ran = await runAll([EMPTY, EMPTY_TOO], options, { script });
      assert.deepEqual(outcomes(ran), ["not-deployed", "not-deployed"]);
      assert.deepEqual(ran.started, [0, 1, 0, 1]);
      assert.deepEqual(told, [[0, 1]]);
    });

    it("should not try failed contracts again if the host is still down", async () => {
      const { script, options, told } = revivable();
      const breakers = { isAnyDead: true, areAllBack: () => Promise.resolve(false) };
      const ran = await runAll([EMPTY, EMPTY_TOO], { ...options, breakers }, { script });
      assert.deepEqual(outcomes(ran), ["unavailable", "unavailable"]);
      assert.deepEqual(ran.started, [0, 1]);
      assert.isEmpty(told);
    });

    it("should not try again after a stop or with --bail", async () => {
      for (const more of [{ bail: true }, { isStopped: () => true }]) {
        const { script, options, told } = revivable();
        const ran = await runAll([EMPTY], { ...options, ...more }, { script });
        assert.deepEqual(outcomes(ran), ["unavailable"]);
        assert.isEmpty(told);
      }
    });
  });

  it("should report wrong use as an outcome if some contracts have it, and throw it if all have it", async () => {
    const request = { contract: "Nobody" };
    const wrong = await thrownBy(() => runAll([ADDRESS, EMPTY], {}, { all: request }));
    assert.equal(wrong.code, "VC110");
    const reports = await withPorts({ script: SCRIPT }, (ports, base) => {
      const [one, other] = [ADDRESS, EMPTY].map((address) => ({ ...base, target: parseTarget(address) }));
      return verifyAll([{ ...(one ?? base), ...request }, other ?? base], ports);
    });
    assert.deepInclude(reports[0], { outcome: "no-build" });
    assert.deepEqual([reports[0]?.error?.code, reports[1]?.outcome], ["VC110", "not-deployed"]);
  });

  it("should need no build for a minimal proxy whose implementation is in the run", async () => {
    const chain = new FakeChain().deploy(EMPTY, cloneOf(EMPTY_TOO), 5).growTo(20);
    const ran = await runAll([EMPTY, EMPTY_TOO], {}, { chain });
    assert.deepEqual(outcomes(ran), ["minimal-proxy", "not-deployed"]);
    const alone = await runAll([EMPTY, ADDRESS], {}, { chain });
    assert.deepEqual(outcomes(alone), ["no-build", "not-deployed"]);
    assert.equal(alone.reports[0]?.error?.code, "VC206");
  });

  it("should need no build for a minimal proxy whose implementation is in another shard", async () => {
    const chain = new FakeChain().deploy(EMPTY, cloneOf(EMPTY_TOO), 5).growTo(20);
    for (const followProxy of [false, true]) {
      const ran = await runAll([EMPTY], { elsewhere: new Set([EMPTY_TOO]) }, { chain, all: { followProxy } });
      assert.deepEqual(outcomes(ran), ["minimal-proxy"]);
    }
  });

  it("should follow a proxy once, and not to a contract that is in the run anyway", async () => {
    const chain = new FakeChain().deploy(EMPTY, cloneOf(EMPTY_TOO), 5).growTo(20);
    const all = { followProxy: true };
    const followed = await runAll([EMPTY], {}, { chain, all });
    const addresses = followed.reports.map(({ target }) => target.address);
    assert.deepEqual(addresses, [EMPTY, EMPTY_TOO]);
    assert.lengthOf((await runAll([EMPTY, EMPTY_TOO], {}, { chain, all })).reports, 2);
  });

  it("should follow a slot's implementation, but not conflicting slots or an address without code", async () => {
    const all = { followProxy: true };
    const followed = async (words: Readonly<Record<string, string>>, code = "0x00") => {
      const chain = new FakeChain().deploy(EMPTY, "0x5bf4", 5).deploy(EMPTY_TOO, code, 5).growTo(20);
      chain.point(EMPTY, words);
      const { reports } = await runAll([EMPTY], {}, { chain, all });
      return [reports[0]?.proxy?.proof, ...reports.map(({ target }) => target.address)];
    };
    assert.deepEqual(await followed({ [IMPLEMENTATION_SLOT]: EMPTY_TOO }), ["stated", EMPTY, EMPTY_TOO]);
    assert.deepEqual(await followed({ [IMPLEMENTATION_SLOT]: EMPTY_TOO, [PROXIABLE_SLOT]: EMPTY_THREE }), [
      "conflicting",
      EMPTY,
    ]);
    assert.deepEqual(await followed({ [IMPLEMENTATION_SLOT]: EMPTY_TOO }, "0x"), ["no-code", EMPTY]);
  });

  it("should fail with VC304 if it has to follow a proxy whose slots the node doesn't return", async () => {
    const forwarding = "0x36600060003760006000366000545af4";
    for (const [failing, followProxy, expected] of [
      ["eth_getStorageAt", true, "VC304"],
      ["eth_getStorageAt", false, "VC204"],
      // The node can't show more, so the proxy itself is verified, and what it runs is open.
      [undefined, true, "VC204"],
    ] as const) {
      const chain = new FakeChain().deploy(EMPTY, forwarding, 5).growTo(20);
      if (failing !== undefined) chain.failing.add(failing);
      const { reports } = await runAll([EMPTY], {}, { chain, all: { followProxy } });
      assert.equal(reports[0]?.error?.code, expected);
      const why = failing === undefined ? /forwards calls/ : /eth_getStorageAt/;
      assert.match(reports[0]?.proxyUnknown ?? "", why);
    }
  });
});
