// The upgradeable patterns of the tools' guides are verified and locked without an option.
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert } from "chai";
import { type LocalServices, startLocalServices } from "hardhat-verify-contract/local";
import type { Report } from "../../src/report.ts";
import { Anvil } from "../build-fixtures/anvil.ts";
import { RecordingProxy } from "../helpers/recording-proxy.ts";
import { cliIn, type HostUnderTest, hardhat2In, hardhat3In, NETWORK, runForReport, runHost } from "./host.ts";
import { install } from "./install.ts";
import { FOUNDRY, HARDHAT2, runFoundry, runHardhat } from "./projects.ts";
import { SCRATCH } from "./scratch.ts";
import { compilersIn, PACKAGES, theStage, variablesOf } from "./stage.ts";
import { tally } from "./tally.ts";

const OWN = join(import.meta.dirname, "upgradeable");

interface Project {
  readonly host: HostUnderTest;
  readonly folder: string;
  readonly deploy: (env: Readonly<Record<string, string>>) => Promise<void>;
}

describe("hosts - upgradeable contracts", () => {
  let chain: Anvil;
  let services: LocalServices;
  let verification: RecordingProxy;
  let env: Readonly<Record<string, string>>;
  let projects: Readonly<Record<HostUnderTest["name"], Project>>;

  before(async () => {
    const stage = await theStage();
    const rootOf = (name: HostUnderTest["name"]): string =>
      [...stage.foundry.hosts, ...stage.hardhat2.hosts].find(({ host }) => host.name === name)?.host.root ??
      "";
    const [foundryRoot, hardhat2Root] = [rootOf("cli"), rootOf("hardhat2")];
    const hardhat3Root = await install({
      name: "hardhat3-ignition",
      locked: join(PACKAGES, "hardhat3-ignition"),
      packages: ["--save-dev", stage.tarball],
    });
    chain = await Anvil.start(31337, foundryRoot);
    services = await startLocalServices({
      chain: { rpcUrl: chain.url },
      compilers: compilersIn(hardhat2Root),
    });
    verification = await RecordingProxy.before(services.verification.url);
    env = variablesOf({ ...services, verification }, chain.url);
    projects = {
      hardhat3: ofHardhat3(hardhat3Root),
      hardhat2: ofHardhat2(hardhat2Root),
      cli: ofFoundry(foundryRoot),
    };
  });
  after(async () => {
    await verification?.close();
    await services?.[Symbol.asyncDispose]();
    await chain?.[Symbol.asyncDispose]();
  });

  for (const name of ["hardhat3", "hardhat2", "cli"] as const)
    it(`should be verified and locked, with all parts of a transparent proxy: ${name}`, async () => {
      const { host, folder, deploy } = projects[name];
      await deploy(env);
      const dry = await runHost(host, folder, "deployments", ["--dry-run"], env);
      assert.equal(dry.exitCode, 0, dry.stderr);
      assert.lengthOf(verification.submissions, 0);
      const first = await runForReport(host, folder, "deployments", [], env);
      assert.equal(first.exitCode, 0, first.stderr);
      assert.deepEqual(verifiedNames(first.report), TRANSPARENT);
      assert.lengthOf(verification.submissions, 3);
      const locked = await runHost(host, folder, "lock", [], env);
      assert.equal(locked.exitCode, 0, locked.stderr);
      assert.include(locked.stdout, "3 contracts, 3 new");
      const drift = await runHost(host, folder, "check", ["--locked"], env);
      assert.equal(drift.exitCode, 0, drift.stdout);
      verification.reset();
      tally.upgradeable += 1;
    });
});

function verifiedNames({ contracts }: Report): readonly string[] {
  return contracts
    .filter(({ outcome }) => outcome === "verified")
    .map(({ contract }) => contract?.name ?? "")
    .sort();
}

const TRANSPARENT = ["Box", "ProxyAdmin", "TransparentUpgradeableProxy"];

function ofHardhat3(root: string): Project {
  const folder = projectIn(root, "upgradeable-hardhat3", [join(OWN, "hardhat3")], "module");
  cpSync(join(OWN, "contracts"), join(folder, "contracts"), { recursive: true });
  const deploy: Project["deploy"] = async (env) => {
    await runHardhat(folder, ["build"], env);
    await runHardhat(folder, ["ignition", "deploy", "ignition/modules/Box.js"], env);
  };
  return { host: hardhat3In(folder), folder, deploy };
}

function ofHardhat2(root: string): Project {
  const folder = projectIn(root, "upgradeable-hardhat2", [], "commonjs");
  for (const each of ["hardhat.config.js", "compiler.js", "contracts/Box.sol", "scripts/deploy-box.js"])
    cpSync(join(HARDHAT2, each), join(folder, each));
  const deploy: Project["deploy"] = async (env) => {
    await runHardhat(folder, ["compile"], env);
    await runHardhat(folder, ["run", "scripts/deploy-box.js"], env);
  };
  return { host: hardhat2In(folder), folder, deploy };
}

function ofFoundry(root: string): Project {
  const folder = projectIn(root, "upgradeable-foundry", [join(OWN, "foundry")], "module");
  cpSync(join(OWN, "contracts"), join(folder, "contracts"), { recursive: true });
  for (const each of ["solc.cjs", "verify-contract.config.mjs"])
    cpSync(join(FOUNDRY, each), join(folder, each));
  const deploy: Project["deploy"] = async (env) => {
    await runFoundry(folder, ["build"], env.RPC_URL ?? "");
    await runFoundry(folder, ["script", "script/Upgradeable.s.sol"], env.RPC_URL ?? "");
  };
  return { host: cliIn(folder, NETWORK), folder, deploy };
}

/** Links to the packages of another folder. */
function projectIn(root: string, name: string, copied: readonly string[], type: string): string {
  const folder = join(SCRATCH, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const each of copied) cpSync(each, folder, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type }));
  return folder;
}
