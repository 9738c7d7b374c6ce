import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { inspect } from "node:util";
import { gunzipSync } from "node:zlib";
import { assert } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";
import plugin from "../../src/index.ts";
import { check, verify, verifyAllDeployments } from "../../src/internal/commands/contracts.ts";
import { lock } from "../../src/internal/commands/lock.ts";
import { merge } from "../../src/internal/commands/merge.ts";
import { replay } from "../../src/internal/commands/replay.ts";
import { run } from "../../src/internal/commands/run.ts";
import type { Screens } from "../../src/internal/commands/show-run.ts";
import { status } from "../../src/internal/commands/status.ts";
import { LOCK_FILE } from "../../src/internal/deployments/lock/lock-model.ts";
import type { ArgumentsOf, Command } from "../../src/internal/domain/options.ts";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { createHardhatHost } from "../../src/internal/hosts/hardhat3/host.ts";
import { startLocalServices } from "../../src/internal/local/start.ts";
import { renderProblem } from "../../src/internal/render/terminal/problem.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { ExitCode } from "../../src/internal/report/outcome.ts";
import { type TemporaryFolder, temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { argumentDefaults } from "../helpers/commands/argument-defaults.ts";
import { create } from "../helpers/deploy.ts";
import { heldFor } from "../helpers/held-for.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { codeOf, PATH, project } from "../helpers/pipeline/deployed.ts";
import {
  canariesOf,
  type Echo,
  EchoingServer,
  foundIn,
  headersWith,
  urlWith,
} from "../helpers/secrets/echoing-server.ts";

const SERVICES = ["verification", "query", "status", "node", "explorer"] as const;
type Service = (typeof SERVICES)[number];
const CANARIES = { ...Object.fromEntries(SERVICES.map((each) => [each, canariesOf(each)])) } as Record<
  Service,
  ReturnType<typeof canariesOf>
>;
const BROWSER = canariesOf("browser");
const OPERATOR = canariesOf("operator");
const ALL = [...Object.values(CANARIES), BROWSER, OPERATOR];
const REPORTS = ["json", "junit", "markdown", "html"];

describe("secrets - canaries in every place at once", function () {
  this.timeout(120_000);
  const chain = heldFor(() => startDevelopmentChain({ chainId: 31337 }));
  const services = heldFor(() => startLocalServices({ chain }));
  let servers: Readonly<Record<Service, EchoingServer>>;
  let address: string;
  const environment = { ...process.env };

  before(async () => {
    servers = {
      verification: await EchoingServer.before(services.verification.url),
      query: await EchoingServer.before(services.query.url),
      status: await EchoingServer.before(services.status.url),
      node: await EchoingServer.before(chain.rpcUrl),
      explorer: await EchoingServer.before(services.explorer.url),
    };
    address = await deployedAnew();
  });
  after(async () => {
    await Promise.all(Object.values(servers).map((each) => each[Symbol.asyncDispose]()));
  });
  afterEach(() => {
    for (const each of Object.values(servers)) each.echo = "none";
    process.env = { ...environment };
  });

  it("should be nowhere in runs that succeed", async () => {
    await using folder = await projectFolder();
    assert.equal((await runOf(folder, "dry-run")).exitCode, 0);
    assert.equal((await runOf(folder, "verify")).exitCode, 0);
    assert.equal((await runOf(folder, "check")).exitCode, 0);
    assert.equal((await runOf(folder, "deployments")).exitCode, 0);
    assert.equal((await runOf(folder, "lock")).exitCode, 0);
    assert.equal((await runOf(folder, "replay")).exitCode, 0);
    const written = await readdir(folder.path);
    assert.includeMembers(written, ["check.evidence.gz", "deployments.evidence.gz", LOCK_FILE]);
    assert.equal((await runOf(folder, "status")).exitCode, 0);
    assert.equal((await runOf(folder, "merge")).exitCode, 0);
    for (const [service, { requests }] of Object.entries(servers)) assert.isAbove(requests, 0, service);
    const shown = await runOf(folder, "verify");
    assert.include(shown.text, `http://${servers.verification.origin}/rpc/***`);
  });

  for (const [service, echoes] of Object.entries({
    verification: ["refusal", "failure", "page", "redirect", "text", "record"],
    query: ["refusal", "failure", "page", "redirect", "text"],
    status: ["refusal", "failure", "page", "redirect", "text"],
    node: ["refusal", "failure", "page", "redirect", "text", "rpc"],
    explorer: ["refusal", "failure", "page", "redirect", "text"],
  } satisfies Readonly<Record<Service, readonly Echo[]>>)) {
    for (const echo of echoes)
      it(`should be nowhere when the ${service} repeats them in a ${echo}`, async () => {
        await using folder = await projectFolder();
        servers[service as Service].echo = echo;
        const kinds =
          service === "explorer"
            ? ["verify", "deployments"]
            : service === "status"
              ? ["status"]
              : echo === "text"
                ? ["verify", "check", "deployments", "dry-run", "lock", "replay"]
                : ["verify", "check", "deployments"];
        for (const kind of kinds) await runOf(folder, kind as Kind);
        assert.isAbove(servers[service as Service].requests, 0);
      });
  }

  it("should be nowhere when a job or the answers of other services repeat them", async () => {
    for (const [echo, exitCode, said] of [
      ["job", 1, "***"],
      ["forwarded", 0, "not accepted by"],
    ] as const) {
      await using folder = await projectFolder();
      servers.verification.echo = echo;
      const run = await runOf(folder, "verify", await deployedAnew());
      assert.equal(run.exitCode, exitCode);
      assert.include(run.text, said);
    }
  });

  it("should be nowhere when a wrong service explains an outage", async () => {
    await using folder = await projectFolder();
    servers.verification.echo = "failure";
    servers.status.echo = "failure";
    await runOf(folder, "verify");
  });

  /** A contract without a record, so the run starts a job. */
  async function deployedAnew(): Promise<string> {
    return (await create(chain, codeOf(project()).creation)).address;
  }

  type Kind = "verify" | "dry-run" | "check" | "deployments" | "lock" | "replay" | "status" | "merge";

  /** Runs a command with every output, and searches all of them for canaries. */
  async function runOf(
    folder: TemporaryFolder,
    kind: Kind,
    target = address,
  ): Promise<{ readonly exitCode: ExitCode | undefined; readonly text: string }> {
    const host = createHardhatHost(await runtime(folder));
    const report = REPORTS.map(
      (format) => `${format}=${path.join(folder.path, "reports", `${kind}.${format}`)}`,
    );
    const summary = await folder.write(`summary-${kind}.md`, "");
    process.env = {
      ...environment,
      GITHUB_ACTIONS: "true",
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: folder.path,
    };
    const texts: string[] = [];
    let exitCode: ExitCode | undefined;
    for (const json of [false, true]) {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const screens = { stdout, stderr } as unknown as Screens;
      const evidence = KEEPING.has(kind) ? { evidence: evidenceOf(folder, kind) } : {};
      const shared = { json, report: report.join(","), timeout: "25", verbose: true, ...evidence };
      try {
        exitCode = await commandOf(kind, target, folder, shared, screens, host);
      } catch (error) {
        assert.instanceOf(error, VerifyContractError, inspect(error));
        const { problem } = error as VerifyContractError;
        assert.notEqual(problem.code, "VC999", inspect(error));
        texts.push(inspect(error, { depth: 12, showHidden: true }), renderProblem(problem, plainStyle, 60));
        texts.push(String((error as VerifyContractError).stack));
      }
      texts.push(String(stdout.read() ?? ""), String(stderr.read() ?? ""));
    }
    if (kind === "verify") {
      const events: unknown[] = [];
      const request = { address: target, onProgress: (event: unknown) => events.push(event) };
      const ended = await run("verify", { ...request, force: true, timeout: 25 }, host).catch(
        (error: unknown) => error,
      );
      texts.push(JSON.stringify(events), inspect(ended, { depth: 12, showHidden: true }));
    }
    for (const file of await readdir(folder.path, { recursive: true, withFileTypes: true }))
      if (file.isFile() && !file.parentPath.includes("artifacts"))
        texts.push(await textOf(path.join(file.parentPath, file.name)));
    for (const text of texts) {
      const found = foundIn(text, ALL);
      assert.deepEqual(found, [], found.length === 0 ? "" : excerpt(text, found[0] ?? ""));
    }
    return { exitCode, text: texts.join("\n") };
  }

  async function projectFolder(): Promise<TemporaryFolder> {
    const folder = await temporaryFolder();
    await writeHardhat3(folder, "build-0", project());
    await folder.write("package.json", { name: "canaries", type: "module" });
    await folder.write("deployments.json", {
      schema: "verify-contract-deployments/1",
      contracts: [{ address, contract: `${PATH.replace("project/", "")}:Counter` }],
    });
    return folder;
  }

  function runtime({ path: root }: TemporaryFolder) {
    const at = (service: Service) => ({
      url: urlWith(CANARIES[service], servers[service].origin),
      headers: headersWith(CANARIES[service]),
    });
    const config = {
      plugins: [plugin],
      networks: {
        development: {
          type: "http",
          url: urlWith(CANARIES.node, servers.node.origin),
          httpHeaders: headersWith(CANARIES.node),
        },
      },
      verifyContract: {
        verification: { ...at("verification"), browserUrl: urlWith(BROWSER, "browser.example") },
        query: at("query"),
        status: at("status"),
        explorers: {
          scan: {
            apiUrl: urlWith(CANARIES.explorer, servers.explorer.origin).replace("?", "/api?"),
            apiKey: CANARIES.explorer.header,
          },
        },
        operators: {
          [urlWith(CANARIES.node, servers.node.origin)]: "Acme",
          [urlWith(OPERATOR, "operator.example")]: "Other",
        },
        retry: { attempts: 2, minDelayMs: 5, maxDelayMs: 20, pollIntervalMs: 20, maxPollIntervalMs: 50 },
      },
    };
    return createHardhatRuntimeEnvironment(config as HardhatUserConfig, { network: "development" }, root);
  }

  function commandOf(
    kind: Kind,
    target: string,
    folder: TemporaryFolder,
    shared: object,
    screens: Screens,
    host: ReturnType<typeof createHardhatHost>,
  ): Promise<ExitCode> {
    const io = [host, screens, new AbortController().signal] as const;
    const of = <C extends Command>(command: C, own: object) =>
      ({ ...argumentDefaults(command), ...shared, ...own }) as ArgumentsOf<C>;
    const one = { target, arguments: [] };
    const deployments = [path.join(folder.path, "deployments.json")];
    const reports = [path.join(folder.path, "reports", "deployments.json")];
    const runs: Readonly<Record<Kind, () => Promise<ExitCode>>> = {
      verify: () => verify(of("verify", one), ...io),
      "dry-run": () => verify(of("verify", { ...one, dryRun: true }), ...io),
      check: () => check(of("check", { targets: [target] }), ...io),
      deployments: () => verifyAllDeployments(of("deployments", { deployments, shard: "1/1" }), ...io),
      lock: () => lock(of("lock", { targets: [target] }), ...io),
      replay: () => replay(of("replay", { evidence: evidenceOf(folder, "check") }), ...io),
      status: () => status(of("status", {}), ...io),
      merge: () => merge(of("merge", { reports }), ...io),
    };
    return runs[kind]();
  }
});

const KEEPING: ReadonlySet<string> = new Set(["verify", "dry-run", "check", "deployments"]);

function evidenceOf({ path: root }: TemporaryFolder, kind: string): string {
  return path.join(root, `${kind}.evidence.gz`);
}

async function textOf(file: string): Promise<string> {
  const content = await readFile(file);
  return (file.endsWith(".gz") ? gunzipSync(content) : content).toString("utf8");
}

function excerpt(text: string, canary: string): string {
  const at = text.toLowerCase().indexOf(canary.slice(0, 9).toLowerCase());
  return `${canary}: …${text.slice(Math.max(0, at - 150), at + 100)}…`;
}
