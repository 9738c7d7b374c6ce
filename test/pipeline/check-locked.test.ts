import { assert } from "chai";
import { IMPLEMENTATION_SLOT } from "../../src/internal/chain/read-statements.ts";
import type { LockedContract } from "../../src/internal/deployments/lock/lock-model.ts";
import { entryOf } from "../../src/internal/deployments/lock/updated-lock.ts";
import { hashCode } from "../../src/internal/domain/keccak.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { Stopped } from "../../src/internal/pipeline/ports.ts";
import { verifyContract } from "../../src/internal/pipeline/verify-contract.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { getExitCode } from "../../src/internal/report/outcome.ts";
import { compile } from "../helpers/compile.ts";
import { COUNTER, cloneOf, withComment } from "../helpers/contracts.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { NOT_VERIFIED, stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CREATION, deployedChain, PATH, project } from "../helpers/pipeline/deployed.ts";
import { factIn, runPipeline, type Setting, withPorts } from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";

const CHAIN_ID = 31337;
const COMMIT = "1".repeat(40);
/** keccak256 of `Upgraded(address)`. */
const UPGRADED = "0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b";
const STORED: Setting = { script: { record: [stored()] } };
const RECORDED = { address: ADDRESS, transactionHashes: [CREATION] };

function checkedToLock(setting: Setting): Promise<ContractReport> {
  return withPorts(setting, (ports, request) =>
    verifyContract({ ...request, action: "check", isLocking: true, recorded: [RECORDED] }, ports),
  );
}

async function lockOf(setting: Setting): Promise<LockedContract> {
  const report = await checkedToLock(setting);
  const by = { source: { commit: COMMIT, dirty: false }, finishedAt: "2026-11-01T12:00:00Z" };
  return entryOf(report, CHAIN_ID, by, undefined) ?? assert.fail(JSON.stringify(report));
}

function changing(...codes: readonly string[]): FakeChain {
  const chain = deployedChain();
  chain.latestCodes.push(...codes);
  return chain;
}

async function compared(entry: LockedContract | undefined, setting: Setting) {
  const chain = setting.chain ?? deployedChain();
  return withPorts({ builds: [], ...setting, chain }, async (ports, request, service) => {
    const report = await verifyContract(
      { ...request, action: "check", locked: { entry, isRecordMissing: false } },
      { ...ports, clock: { ...ports.clock, wait: async () => {} } },
    );
    const kinds: readonly string[] = report.lock?.drift.map(({ kind }) => kind) ?? [];
    return { report, kinds, calls: chain.calls, requests: service.kinds.length };
  });
}

describe("pipeline - comparing a contract with the lock file", () => {
  let locked: LockedContract;
  before(async () => {
    locked = await lockOf(STORED);
  });

  it("records why a contract is unverified", async () => {
    const entry = await lockOf({ script: { record: [NOT_VERIFIED] } });
    assert.isString(entry.unverified);
    assert.isNull(entry.record);
  });

  it("finds no drift with one read each of the code and the record, and without a build", async () => {
    const { report, calls, requests } = await compared(locked, STORED);
    assert.deepEqual([report.outcome, getExitCode(report.outcome)], ["as-locked", 0]);
    assert.deepEqual(report.lock?.claims, locked.claims);
    assert.deepEqual([calls.length, requests], [1, 1]);
    assert.isUndefined(report.verdict);
  });

  const other = compile({ [PATH]: withComment(COUNTER) });
  const LOOK = new RegExp(`verify-contract check ${ADDRESS}`);
  const VERIFY = new RegExp(`verify-contract ${ADDRESS}`);
  const drifts: Readonly<Record<string, readonly [Setting, string, RegExp]>> = {
    "no code": [
      { ...STORED, chain: new FakeChain(CHAIN_ID).growTo(9) },
      "code",
      // The chain is a development chain, and a restarted node has none of its contracts.
      /^deploy it again/,
    ],
    "no record": [{ script: { record: [NOT_VERIFIED] } }, "record-missing", VERIFY],
    "a record of other sources": [
      { script: { record: [stored("exact_match", "exact_match", other, project())] } },
      "record-sources",
      LOOK,
    ],
  };
  it("names a forgotten network as the likely cause if there is no code", async () => {
    const chain = new FakeChain(CHAIN_ID).growTo(9);
    const words = { ...HARDHAT_WORDS, defaultNetwork: chain.networkName };
    const { report } = await compared(locked, { ...STORED, chain, ports: { words } });
    assert.equal(report.error?.likely, HARDHAT_WORDS.network.forgotten);
    assert.match(report.error?.next ?? "", /--network/);
  });

  for (const [what, [setting, kind, next]] of Object.entries(drifts))
    it(`finds ${what}, and suggests how to fix it`, async () => {
      const { report, kinds } = await compared(locked, setting);
      assert.deepEqual([report.outcome, report.error?.code, kinds], ["drifted", "VC712", [kind]]);
      assert.equal(getExitCode(report.outcome), 1);
      assert.match(report.error?.next ?? "", next);
      // Without a record, nothing confirms the name.
      assert.equal(report.lock?.name, kind === "record-missing" ? undefined : "Counter");
      assert.deepEqual(report.lock?.build, locked.build);
    });

  it("repeats the name in the lock file only if a deployment record or the stored record has it", async () => {
    const nameOf = async (name: string) => (await compared({ ...locked, name }, STORED)).report.lock?.name;
    assert.deepEqual([await nameOf("Counter"), await nameOf("Treasury")], ["Counter", undefined]);
    const origins = [{ tool: "hardhat-deploy", name: "Treasury", file: "Treasury.json" }] as const;
    const { report } = await compared({ ...locked, name: "Treasury" }, { ...STORED, request: { origins } });
    assert.equal(report.lock?.name, "Treasury");
  });

  it("reports a metadata hash or an id that was edited in the file", async () => {
    const { report, kinds } = await compared({ ...locked, metadata: null, id: "0.0.5" }, STORED);
    assert.deepEqual([report.outcome, kinds], ["drifted", ["metadata"]]);
    assert.isNull(report.target.contractId);
  });

  it("reports a contract that the lock file doesn't name, without a request", async () => {
    const { report, kinds, calls, requests } = await compared(undefined, {});
    assert.deepEqual([report.outcome, kinds, calls.length + requests], ["drifted", ["not-locked"], 0]);
  });

  it("finds changed code at a library, reads it once, and reports if an older entry doesn't cover it", async () => {
    const library = "0x00000000000000000000000000000000000000E1";
    const chain = deployedChain().deploy(library, "0x6001", 1);
    const entry = { ...locked, codes: { [library]: hashCode("0x6001") } };
    const same = await compared(entry, { ...STORED, chain });
    assert.deepEqual([same.report.outcome, same.calls.length], ["as-locked", 2]);
    const changed = { ...entry, codes: { [library]: hashCode("0x6002") } };
    const replaced = await compared(changed, { ...STORED, chain });
    assert.deepEqual([replaced.report.outcome, replaced.kinds], ["drifted", ["linked-code"]]);
    const older = await compared({ ...locked, libraries: { "Lib.sol:Lib": library } }, STORED);
    assert.deepEqual([older.report.outcome, older.report.lock?.lacksCodes], ["as-locked", true]);
  });

  describe("if the entry omits what the contract runs", () => {
    const IMPLEMENTATION = "0x00000000000000000000000000000000000000E1";
    /** Copies calldata, and delegates with it. */
    const FORWARDS = "0x36600060003760006000366000545af400";
    const entry = (): LockedContract => ({
      ...locked,
      code: hashCode(FORWARDS),
      metadata: null,
      record: null,
    });
    const chainOf = (slots: Readonly<Record<string, string>>): FakeChain =>
      new FakeChain(CHAIN_ID)
        .growTo(9)
        .deploy(ADDRESS, FORWARDS, 1)
        .deploy(IMPLEMENTATION, "0x6001", 1)
        .point(ADDRESS, slots);

    it("reports an implementation as drift", async () => {
      const { report, kinds } = await compared(entry(), {
        chain: chainOf({ [IMPLEMENTATION_SLOT]: IMPLEMENTATION }),
      });
      assert.deepEqual([report.outcome, kinds], ["drifted", ["implementation"]]);
      assert.deepEqual(report.lock?.drift[0]?.locked, null);
    });

    it("reports another contract behind a clone's implementation, which is a proxy", async () => {
      const proxied = "0x00000000000000000000000000000000000000E2";
      const code = cloneOf(proxied);
      const chain = chainOf({ [IMPLEMENTATION_SLOT]: IMPLEMENTATION }).deploy(ADDRESS, code, 1);
      chain.deploy(proxied, FORWARDS, 1);
      const links = { implementation: proxied, beacon: null, admin: null };
      const codes = { [proxied]: hashCode(FORWARDS) };
      const clone = {
        ...entry(),
        code: hashCode(code),
        codes,
        proxy: { kind: "EIP-1167", ...links },
      } as const;
      const inner = [IMPLEMENTATION.toLowerCase()];
      const { report } = await compared(clone, { chain });
      assert.deepEqual(report.lock?.drift, [
        { kind: "implementation", locked: null, found: inner[0] ?? null },
      ]);
      const same = await compared({ ...clone, proxy: { ...clone.proxy, inner } }, { chain });
      assert.deepEqual([same.report.outcome, same.kinds], ["as-locked", []]);
    });

    it("names the build an upgrade deployed, whether it is verified, and the upgrade's transaction", async () => {
      const next = compile({ [PATH]: withComment(COUNTER) });
      const chain = chainOf({ [IMPLEMENTATION_SLOT]: IMPLEMENTATION });
      chain.deploy(IMPLEMENTATION, await deployedChain(next).code(ADDRESS, new AbortController().signal), 1);
      const transactionHash = `0x${"7".repeat(64)}`;
      const topics = [UPGRADED, `0x${IMPLEMENTATION.slice(2).toLowerCase().padStart(64, "0")}`];
      chain.events.set(`${ADDRESS} ${UPGRADED}`.toLowerCase(), [{ topics, data: "0x", transactionHash }]);
      const script = { record: [stored("match")] };
      const { report } = await compared(entry(), { chain, script, builds: [next] });

      const newCode = "contracts/Counter.sol:Counter from a local build; verified, match (not exact)";
      assert.equal(factIn(report, "New code"), newCode);
      assert.equal(factIn(report, "Upgraded in"), `transaction ${transactionHash}`);
      assert.match(report.error?.next ?? "", new RegExp(`verify-contract check ${IMPLEMENTATION}`, "i"));
    });

    it("ignores one stale answer about the proxy's slots", async () => {
      const chain = chainOf({ [IMPLEMENTATION_SLOT]: IMPLEMENTATION });
      const links = { implementation: IMPLEMENTATION, beacon: null, admin: null };
      const proxy = { kind: "EIP-1967", ...links } as const;
      const stale = `0x${"22".padStart(64, "0")}`;
      const current = chain.storage.bind(chain);
      const stales = [stale];
      chain.storage = async (address, slot) =>
        (slot === IMPLEMENTATION_SLOT ? stales.shift() : undefined) ?? current(address, slot);
      const { report, kinds } = await compared({ ...entry(), proxy }, { chain });
      assert.deepEqual([report.outcome, kinds, stales], ["as-locked", [], []]);
    });

    it("doesn't name an upgrade that a later one replaced", async () => {
      const chain = chainOf({ [IMPLEMENTATION_SLOT]: IMPLEMENTATION });
      const event = (address: string, digit: string) => ({
        topics: [UPGRADED, `0x${address.slice(2).toLowerCase().padStart(64, "0")}`],
        data: "0x",
        transactionHash: `0x${digit.repeat(64)}`,
      });
      const events = [event(IMPLEMENTATION, "7"), event(ADDRESS, "8")];
      chain.events.set(`${ADDRESS} ${UPGRADED}`.toLowerCase(), events);
      const { report } = await compared(entry(), { chain, script: { record: [NOT_VERIFIED] } });
      assert.deepEqual(
        [report.outcome, report.error?.facts.some(({ label }) => label === "Upgraded in")],
        ["drifted", false],
      );
    });

    it("reports the drift even if the node never answers for the upgrade events", async () => {
      const chain = chainOf({ [IMPLEMENTATION_SLOT]: IMPLEMENTATION });
      chain.logs = () => new Promise(() => {});
      const stop = new AbortController();
      const script = { record: [NOT_VERIFIED] };
      setTimeout(() => stop.abort(new Stopped("deadline")), 300);
      const { report } = await compared(entry(), { chain, script, ports: { signal: stop.signal } });
      assert.deepEqual([report.outcome, report.error?.code], ["drifted", "VC712"]);
    });
  });

  const stale: Readonly<Record<string, Setting>> = {
    "no record": { script: { record: [NOT_VERIFIED, stored()] } },
    "a weaker record": { script: { record: [stored("match"), stored()] } },
    "other code": { ...STORED, chain: changing("0x6001") },
  };
  for (const [what, setting] of Object.entries(stale))
    it(`finds no drift if only one stale answer shows ${what}`, async () => {
      const { report, kinds } = await compared(locked, setting);
      assert.deepEqual([report.outcome, kinds], ["as-locked", []]);
      assert.equal(report.match?.match, "exact_match");
    });

  it("is unavailable if the node's answers never agree", async () => {
    const chain = changing("0x6001", "0x6002", "0x6003", "0x6004");
    const { report, kinds } = await compared(locked, { ...STORED, chain });
    assert.deepEqual([report.outcome, report.error?.code, kinds], ["unavailable", "VC413", []]);
  });

  it("locks the code that a node returns for a system contract", async () => {
    const target = "0x0000000000000000000000000000000000000167";
    const chain = new FakeChain(296).deploy(target, "0xfe", 1);
    const origins = [{ tool: "foundry", naming: "guess", name: "Tokens", file: "run-latest.json" }] as const;
    const request = { action: "check", isLocking: true, origins } as const;
    const script = { record: [NOT_VERIFIED] };
    const { report } = await runPipeline({ chain, target, script, request, ports: { chainId: 296 } });
    assert.equal(report.fingerprint?.code, hashCode("0xfe"));
  });

  const outages: Readonly<Record<string, Setting>> = {
    "the node gives no answer": (() => {
      const chain = deployedChain();
      chain.failing.add("eth_getCode");
      return { ...STORED, chain };
    })(),
    "the verification service gives no answer": { script: { record: [json(500, {})] } },
  };
  for (const [what, setting] of Object.entries(outages))
    it(`is unavailable, without drift, if ${what}`, async () => {
      const { report, kinds } = await compared(locked, setting);
      assert.deepEqual([report.outcome, kinds], ["unavailable", []]);
    });
});
