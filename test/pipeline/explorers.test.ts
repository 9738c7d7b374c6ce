import path from "node:path";
import { assert } from "chai";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import { type AskedExplorer, applyRequirement, showContract } from "../../src/internal/pipeline/explorers.ts";
import type { Ports, Proven } from "../../src/internal/pipeline/ports.ts";
import { verifyContract } from "../../src/internal/pipeline/verify-contract.ts";
import type { ContractReport, ShownOn } from "../../src/internal/report/model.ts";
import { EXPLORER_DIALECTS } from "../../src/internal/services/explorers/dialects.ts";
import { JournalFiles } from "../../src/internal/submission/journal.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { failedJob, matchedJob, NOT_VERIFIED as NOT_STORED, stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS } from "../helpers/pipeline/deployed.ts";
import { withPorts } from "../helpers/pipeline/world.ts";
import type { Script } from "../helpers/scripted-service.ts";
import {
  asked,
  type ExplorerScript,
  explorerServer,
  factsOf,
  GUID,
  NOT_VERIFIED,
  PASSED,
  PENDING,
  SHOWN,
  said,
  shownEntry,
  TAKEN,
} from "../helpers/services/explorer-server.ts";
import { reset, text } from "../helpers/services/fault-server.ts";

const VERIFIED: Script = { job: [matchedJob()], record: [NOT_STORED, stored()] };
const HAPPY: ExplorerScript = {
  getsourcecode: [NOT_VERIFIED, SHOWN],
  verifysourcecode: [TAKEN],
  checkverifystatus: [PENDING, PASSED],
};
async function proven(of: Script = VERIFIED) {
  return withPorts({ script: of }, async (ports, request) => {
    let found: Proven | undefined;
    const report = await verifyContract(request, { ...ports, onProven: (it) => (found = it) });
    return { proven: found, report, ports };
  });
}

const WORLD = await proven();

async function show(
  explorers: readonly AskedExplorer[],
  more: Partial<Ports> = {},
  of: Partial<ContractReport> = {},
  proven: Partial<Proven> = {},
): Promise<readonly ShownOn[]> {
  if (WORLD.proven === undefined) return assert.fail("it was not proven");
  const ports = { ...WORLD.ports, verification: undefined, ...more };
  const report = await showContract(
    explorers,
    { ...WORLD.proven, ...proven },
    { ...WORLD.report, ...of },
    ports,
  );
  return report.explorers ?? [];
}

async function showIn(script: ExplorerScript, more: Partial<Ports> = {}, of: Partial<ContractReport> = {}) {
  await using server = await explorerServer(script);
  const [shown] = await show([asked("scan", server.url)], more, of);
  if (shown === undefined) return assert.fail("nothing came of it");
  return { shown, actions: [...server.actions], forms: server.forms };
}
const count = (actions: readonly string[], action: string) =>
  actions.filter((each) => each === action).length;

describe("pipeline - explorers - the input that they may receive", () => {
  it("should be nothing if the service found no match or a claim is refuted", async () => {
    const failed = await proven({ job: [failedJob("no_match")], record: [NOT_STORED] });
    assert.isUndefined(failed.proven);
    const refuted = await proven({ ...VERIFIED, record: [NOT_STORED, text(200, "{}")] });
    assert.isUndefined(refuted.proven);
  });
});

describe("pipeline - explorers", () => {
  it("should not submit settings in which two libraries clash, but see whether the contract is shown", async () => {
    const libraries = { "a.sol": { Lib: `0x${"ab".repeat(20)}` }, "b.sol": { Lib: `0x${"cd".repeat(20)}` } };
    const input = { language: "Solidity", sources: {}, settings: { libraries } };
    const clashing = { input, compilerVersion: "0.7.4+commit.3f05b770" };
    for (const [source, state] of [
      [NOT_VERIFIED, "refused"],
      [SHOWN, "shown"],
    ] as const) {
      await using server = await explorerServer({ getsourcecode: [source] });
      const [shown] = await show([asked("scan", server.url)], {}, {}, clashing);
      assert.equal(shown?.state, state);
      assert.deepEqual([...server.actions], ["getsourcecode"]);
    }
  });

  it("should look first, submit, follow the job, read the result back and compare it", async () => {
    const { shown, actions, forms } = await showIn(HAPPY);
    assert.equal(
      actions.join(" "),
      "getsourcecode verifysourcecode checkverifystatus checkverifystatus getsourcecode",
    );
    const facts = ["name", "compiler", "settings", "sources", "arguments", "libraries"];
    assert.deepEqual(factsOf(shown), Object.fromEntries(facts.map((name) => [name, "passed"])));
    assert.deepInclude(shown, {
      explorer: "scan",
      state: "shown",
      match: "exact",
      by: "this-run",
      verificationId: GUID,
      url: `https://scan.example/address/${ADDRESS}`,
    });
    assert.equal(forms[0]?.get("contractaddress"), ADDRESS);
  });

  it("should report a reason, and not fail, if the deadline passes or nothing listens at the URL", async () => {
    using deadline = startDeadline(300, undefined);
    const late = await showIn({ ...HAPPY, checkverifystatus: [PENDING] }, { signal: deadline.signal });
    assert.deepInclude(late.shown, { state: "waiting", reason: "the deadline passed", verificationId: GUID });
    await using server = await explorerServer({});
    const { url } = server;
    await server[Symbol.asyncDispose]();
    const [down] = await show([asked("scan", url)]);
    assert.equal(down?.state, "refused");
    assert.match(down?.reason ?? "", /no explorer API at .*refused/);
  });

  it("should not call the host in the explorer's own list wrong", async () => {
    await using server = await explorerServer({ getsourcecode: [text(200, "<!DOCTYPE html>")] });
    const explorer = asked("scan", server.url);
    const open = async () => ({ ...(await explorer.open()), isHostConfigured: false });
    const [shown] = await show([{ ...explorer, open }]);
    assert.equal(shown?.state, "waiting");
  });

  it("should wait for an explorer to open only until the deadline, and not close it", async () => {
    const explorer = { ...asked("scan", "http://127.0.0.1:9"), open: () => new Promise<never>(() => {}) };
    using deadline = startDeadline(50, undefined);
    const [late] = await show([explorer], { signal: deadline.signal });
    assert.deepInclude(late, { state: "waiting", reason: "the deadline passed" });
    const aborted = AbortSignal.abort(new Error("another reason"));
    const [stopped] = await show([explorer], { signal: aborted });
    assert.deepInclude(stopped, { state: "waiting", reason: "the run was stopped" });
    assert.notProperty(explorer, "closed");
  });

  it("should not fail the run if an answer can't be compared", async () => {
    const settings = { viaIR: { toString: 1, valueOf: 1 } };
    const input = { sources: { "a.sol": { content: "contract A {}" } }, settings };
    const entry = shownEntry({ SourceCode: `{${JSON.stringify(input)}}` });
    const { shown } = await showIn({ getsourcecode: [entry] });
    assert.deepInclude(shown, { state: "shown", match: "partial" });
    assert.propertyVal(factsOf(shown), "settings", "differing");
    const explorer = asked("scan", "http://127.0.0.1:9");
    const { service, ...rest } = await explorer.open();
    const source = async () => assert.fail("an error that nobody expects");
    const open = async () => ({ ...rest, service: Object.create(service, { source: { value: source } }) });
    const [failed] = await show([{ ...explorer, open }]);
    assert.deepInclude(failed, { state: "waiting", reason: "its response can't be compared" });
  });

  it("should skip an explorer for the rest of the run after a daily limit", async () => {
    await using server = await explorerServer({
      getsourcecode: [NOT_VERIFIED],
      verifysourcecode: [said("0", "Max daily rate limit reached")],
    });
    const explorer = asked("scan", server.url);
    await show([explorer]);
    const before = server.actions.length;
    const [second] = await show([explorer]);
    assert.equal(second?.state, "waiting");
    assert.lengthOf(server.actions, before);
  });

  it("should link a proxy if the explorer can, and report whether it did", async () => {
    const implementation = `0x${"22".repeat(20)}`;
    const proxy = { kind: "EIP-1967", implementation } as ContractReport["proxy"];
    const linked = `The proxy's (0x1) implementation contract is found at ${implementation} and is successfully updated.`;
    const checkproxyverification = [said("0", "Pending in queue"), said("1", linked)];
    const linking = { ...HAPPY, verifyproxycontract: [TAKEN], checkproxyverification };
    const { shown, forms } = await showIn(linking, {}, { proxy });
    assert.deepEqual([shown.proxy, forms.at(-1)?.get("expectedimplementation")], ["linked", implementation]);
    const cannot = await showIn(HAPPY, {}, { proxy });
    assert.deepEqual([cannot.shown.proxy, cannot.shown.state], ["not-linked", "shown"]);
    await using blockscout = await explorerServer(HAPPY);
    const dialect = EXPLORER_DIALECTS.blockscout;
    const [other] = await show([asked("blockscout", blockscout.url, { dialect })], {}, { proxy });
    assert.notProperty(other, "proxy");
    assert.notInclude(blockscout.actions, "verifyproxycontract");
  });
});

describe("pipeline - explorers - forwarded jobs", () => {
  const forwarded = [{ to: "etherscan", state: "accepted", verificationId: "abc" }] as const;

  it("should follow a job that the service forwarded, and submit nothing", async () => {
    await using server = await explorerServer({
      ...HAPPY,
      getsourcecode: [NOT_VERIFIED, shownEntry({ SourceCode: "contract A {}" })],
    });
    const [shown] = await show([asked("etherscan", server.url)], {}, { forwarded });
    assert.deepInclude(shown, { state: "shown", by: "forwarded", verificationId: "abc" });
    assert.equal(count(server.actions, "verifysourcecode"), 0);
  });

  it("should submit the proven input if the forwarded job is unknown or failed", async () => {
    for (const answer of [said("0", "Unknown UID"), said("0", "Fail - Unable to verify")]) {
      await using server = await explorerServer({ ...HAPPY, checkverifystatus: [answer, PASSED] });
      const [shown] = await show([asked("etherscan", server.url)], {}, { forwarded });
      assert.deepInclude(shown, { state: "shown", by: "this-run", verificationId: GUID });
    }
  });
});

describe("pipeline - explorers - a second run", () => {
  async function twice(first: ExplorerScript, second: ExplorerScript) {
    await using folder = await temporaryFolder();
    const journal = () =>
      new JournalFiles(path.join(folder.path, "j"), { fresh: false, onUnusable: assert.fail });
    await using one = await explorerServer(first);
    const explorer = asked("scan", one.url);
    const [before] = await show([explorer], { journal: journal() });
    const actions = [...one.actions];
    // The same host, and another script.
    Object.assign(first, second);
    const [after] = await show([asked("scan", one.url)], { journal: journal() });
    return { before, after, first: actions, second: one.actions.slice(actions.length) };
  }

  it("should not resubmit within an hour of a refusal, or if the last submission may have arrived", async () => {
    const refused = await twice(
      { ...HAPPY, getsourcecode: [NOT_VERIFIED], checkverifystatus: [said("0", "Fail - Unable to verify")] },
      {},
    );
    assert.equal(refused.after?.state, "refused");
    assert.include(refused.after?.reason, "Unable to verify");
    assert.notInclude(refused.second, "verifysourcecode");
    const lost = await twice({ ...HAPPY, verifysourcecode: [reset], getsourcecode: [NOT_VERIFIED] }, {});
    assert.deepEqual([lost.before?.state, lost.after?.state], ["waiting", "waiting"]);
    assert.notInclude(lost.second, "verifysourcecode");
  });
});

describe("pipeline - explorers - if the run requires one", () => {
  let used: readonly AskedExplorer[] = [];
  const withShown = (...states: readonly ShownOn["state"][]): ContractReport =>
    applyRequirement(
      { request: { action: "verify", target: { input: ADDRESS }, options: [] } as never, ports: WORLD.ports },
      {
        ...WORLD.report,
        explorers: states.map((state) => ({ explorer: "scan", name: "Scan", state, facts: [] })),
      },
      used,
    );

  it("should keep the outcome if all explorers show the contract, and the verdict in any case", () => {
    assert.equal(withShown("shown").outcome, "verified");
    for (const report of [withShown("shown", "waiting"), withShown("waiting", "refused"), withShown()])
      assert.equal(report.verdict, WORLD.report.verdict);
  });

  it("should exit with 3 if waiting may help, and with 1 if it can't", () => {
    assert.deepInclude([withShown("shown", "waiting").outcome, withShown("waiting").error?.code], "VC419");
    assert.equal(withShown("waiting").outcome, "unavailable");
    assert.equal(withShown("waiting", "refused").error?.code, "VC418");
    assert.equal(withShown().error?.code, "VC418");
  });

  it("should suggest what to correct", () => {
    assert.include(withShown().error?.next, "--build-info");
    assert.include(withShown("refused").error?.next, "what the explorer reports");
    used = [{ ...asked("scan", "http://127.0.0.1:9"), closed: { state: "refused", reason: "wrong key" } }];
    assert.match(
      withShown("refused").error?.next ?? "",
      /apiUrl and apiKey of verifyContract\.explorers\.scan/,
    );
  });
});
