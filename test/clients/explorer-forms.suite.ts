// The forms that hardhat-verify and forge send to explorers, against ours: the same eight contracts, each built by the
// tool itself, and a server that keeps what it is asked.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cp, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { verifyContract } from "@nomicfoundation/hardhat-verify/verify";
import { assert } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { foundryBinary } from "../build-fixtures/anvil.ts";
import { run } from "../build-fixtures/run.ts";
import type { Artifact } from "../helpers/artifact.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { deployEight, type Subject } from "../helpers/explorers/eight-contracts.ts";
import { FakeExplorer } from "../helpers/explorers/fake-explorer.ts";
import {
  type Asked,
  notOk,
  ok,
  type Script,
  type ScriptedExplorer,
  serveExplorer,
} from "../helpers/explorers/scripted-explorer.ts";
import { installPackages } from "../helpers/install-packages.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { plain } from "../helpers/plain-cli.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { FOUNDRY } from "../hosts-real/projects.ts";
import { type CompilerList, serveCompilerList } from "./compiler-list.ts";

/** forge drops the key of Etherscan on a chain that it does not list. */
const CHAIN_ID = 11155111;
const SCRATCH = fileURLToPath(new URL("../../.tmp/clients", import.meta.url));
const CHECKOUT = createRequire(import.meta.url);
const VERSIONS = { "0.8.28": "0.8.28+commit.7893614a", "0.8.19": "0.8.19+commit.7dd6d404" } as const;
const KEY = "KEY";

/** Takes everything, and says after one question that it is verified. */
const TAKES_ALL: Script = ({ all }) => {
  switch (all.action) {
    case "getabi":
      return notOk("Contract source code not verified");
    case "getsourcecode":
      return ok([{ SourceCode: "", ABI: "Contract source code not verified" }]);
    case "verifysourcecode":
      return ok("a".repeat(50));
    default:
      return ok("Pass - Verified");
  }
};

describe("forms of other clients, and ours", function () {
  this.timeout(600_000);
  let chain: DevelopmentChain;
  let explorer: ScriptedExplorer;
  let services: LocalServices;

  before(async () => {
    chain = await startDevelopmentChain({ chainId: CHAIN_ID });
    explorer = await serveExplorer(TAKES_ALL);
    services = await startLocalServices({
      chain: { rpcUrl: chain.rpcUrl },
      compilers: [{ path: CHECKOUT.resolve("solc-0.8.19/soljson.js"), version: VERSIONS["0.8.19"] }],
    });
  });
  after(async () => {
    await services.close();
    await explorer[Symbol.asyncDispose]();
    await chain.close();
  });

  /** The form of the one submission that a client makes. */
  async function formOf(act: () => Promise<unknown>): Promise<Form> {
    const before = explorer.asked.length;
    await act();
    return onlyForm(explorer.asked.slice(before));
  }

  /** What our command submits to Etherscan, in the folder of a project; Blockscout gets the same. */
  async function ours(folder: string, { address }: Subject): Promise<Form> {
    await using etherscan = await FakeExplorer.start("etherscan");
    await using blockscout = await FakeExplorer.start("blockscout");
    writeFileSync(
      join(folder, "verify-contract.config.json"),
      JSON.stringify({
        explorers: {
          etherscan: { apiUrl: etherscan.apiUrl, apiKey: KEY },
          blockscout: { apiUrl: blockscout.apiUrl },
        },
      }),
    );
    const words = [address, "--rpc-url", chain.rpcUrl, "--verifier-url", services.verification.url];
    const { stdout, stderr } = await plain(folder, [...words, "--timeout", "60"]);
    const formAt = ({ asked }: FakeExplorer): Form =>
      onlyForm(asked.filter(({ all }) => (all.contractaddress ?? address) === address));
    assert.isNotEmpty(etherscan.askedAt("submit"), `${stdout}${stderr}`);
    assert.deepEqual(formAt(blockscout), formAt(etherscan));
    return formAt(etherscan);
  }

  describe("hardhat-verify", () => {
    let project: Project;
    let hre: HardhatRuntimeEnvironment;
    let subjects: readonly Subject[];

    before(async () => {
      project = await fixtureProject("explorers");
      subjects = await deployEight(chain, (path, name) => project.artifact(path, name));
      hre = await runtimeOf(project, chain.rpcUrl, explorer.url);
    });

    const theirs = (provider: "etherscan" | "blockscout", subject: Subject): Promise<Form> =>
      formOf(() => {
        const { address, args, libraries } = subject;
        const contract = `${subject.path}:${subject.name}`;
        return quietly(() =>
          verifyContract(
            { address, contract, constructorArgs: [...args], libraries: { ...libraries }, provider },
            hre,
          ),
        );
      });

    for (let index = 0; index < 8; index++) {
      it(`should send what we send, for contract ${index + 1}`, async () => {
        const subject = subjects[index] as Subject;
        const own = await ours(project.root, subject);
        for (const provider of ["etherscan", "blockscout"] as const)
          assertSame(await theirs(provider, subject), own, subject.about);
      });
    }
  });

  describe("forge", () => {
    const packages = join(SCRATCH, "foundry");
    let lists: Readonly<Record<string, CompilerList>>;
    let subjects: readonly Subject[];
    let scratch: Awaited<ReturnType<typeof temporaryFolder>>;

    before(async () => {
      await installPackages(FOUNDRY, packages);
      scratch = await temporaryFolder();
      for (const profile of PROFILES) await makeProject(profile, packages);
      lists = {
        "0.8.28": await serveCompilerList(
          join(scratch.path, "new"),
          VERSIONS["0.8.28"],
          join(rootOf("plain"), "solc.cjs"),
        ),
        "0.8.19": await serveCompilerList(
          join(scratch.path, "old"),
          VERSIONS["0.8.19"],
          join(rootOf("old"), "solc.cjs"),
        ),
      };
      for (const { name } of PROFILES) await run(foundryBinary(packages, "forge"), ["build"], rootOf(name));
      subjects = await deployEight(chain, foundryArtifact, 1);
    });
    after(async () => {
      for (const list of Object.values(lists ?? {})) await list[Symbol.asyncDispose]();
      await scratch?.[Symbol.asyncDispose]();
    });

    const theirs = (verifier: "etherscan" | "blockscout", subject: Subject): Promise<Form> =>
      formOf(() => {
        const { name, compiler } = profileOf(subject.path);
        const libraries = Object.entries(subject.libraries).flatMap(([library, address]) => [
          "--libraries",
          `contracts/${library}.sol:${library}:${address}`,
        ]);
        const args = subject.encodedArgs === "" ? [] : ["--constructor-args", subject.encodedArgs];
        const url =
          verifier === "etherscan" ? `${explorer.url}/v2/api?chainid=${CHAIN_ID}` : `${explorer.url}/api`;
        return run(
          foundryBinary(packages, "forge"),
          [
            ...["verify-contract", "--verifier", verifier, "--verifier-url", url],
            ...(verifier === "etherscan" ? ["--etherscan-api-key", KEY] : []),
            ...["--rpc-url", chain.rpcUrl, "--chain", String(CHAIN_ID)],
            ...["--compiler-version", VERSIONS[compiler], ...libraries, ...args],
            ...[subject.address, `${subject.path}:${subject.name}`],
          ],
          rootOf(name),
          lists[compiler]?.env,
        );
      });

    for (let index = 0; index < 8; index++) {
      it(`should send what we send, for contract ${index + 1}`, async () => {
        const subject = subjects[index] as Subject;
        const own = await ours(rootOf(profileOf(subject.path).name), subject);
        for (const verifier of ["etherscan", "blockscout"] as const)
          assert.deepEqual(allowed(await theirs(verifier, subject)), allowed(own), subject.about);
      });
    }
  });
});

interface Form {
  readonly address: string;
  readonly name: string;
  readonly compiler: string;
  readonly codeformat: string;
  readonly constructorArguments: string;
  readonly input: {
    readonly language: string;
    readonly sources: object;
    readonly settings: Readonly<Record<string, unknown>>;
  };
}

function onlyForm(asked: readonly Asked[]): Form {
  const [sent, ...more] = asked.filter(({ all }) => all.action === "verifysourcecode");
  assert.isDefined(sent);
  assert.isEmpty(more);
  return readForm(sent as Asked);
}

function readForm({ all }: Asked): Form {
  return {
    address: all.contractaddress ?? "",
    name: all.contractname ?? "",
    compiler: all.compilerversion ?? "",
    codeformat: all.codeformat ?? "",
    constructorArguments: all.constructorArguments ?? all.constructorArguements ?? "",
    input: JSON.parse(all.sourceCode ?? "{}"),
  };
}

/**
 * A form without the differences that are allowed; there are no others. Of the request, the place of the key and of `chainid`,
 * and the spelling of `constructorArguments` are not compared, and in JSON no order is. Of the input:
 *
 * - the outputs that are requested,
 * - values that the compiler has by default, and the colon before a remapping without a context,
 * - upper and lower case of addresses.
 */
function allowed({ address, input, ...form }: Form): Comparable {
  const { outputSelection: _, metadata, libraries = {}, remappings = [], ...settings } = input.settings;
  return {
    ...form,
    address: address.toLowerCase(),
    input: {
      ...input,
      settings: {
        ...DEFAULTS,
        ...settings,
        metadata: { ...METADATA_DEFAULTS, ...(metadata as object) },
        libraries: JSON.parse(
          JSON.stringify(libraries).replace(/0x[0-9a-fA-F]{40}/g, (it) => it.toLowerCase()),
        ),
        remappings: (remappings as readonly string[]).map((each) => each.replace(/^:/, "")),
      },
    },
  };
}

/** hardhat-verify sends the remappings that the contract's own files use, and the proven input has those of its build. */
function assertSame(theirs: Form, own: Form, about: string): void {
  const [one, other] = [allowed(theirs), allowed(own)];
  assert.includeMembers([...other.input.settings.remappings], [...one.input.settings.remappings], about);
  const { settings } = one.input;
  const asBuilt = { ...settings, remappings: other.input.settings.remappings };
  assert.deepEqual({ ...one, input: { ...one.input, settings: asBuilt } }, other, about);
}

const DEFAULTS = { viaIR: false };
const METADATA_DEFAULTS = { appendCBOR: true, bytecodeHash: "ipfs", useLiteralContent: false };

interface Comparable extends Omit<Form, "input"> {
  readonly input: Form["input"] & { readonly settings: { readonly remappings: readonly string[] } };
}

async function runtimeOf(
  project: Project,
  rpcUrl: string,
  explorerUrl: string,
): Promise<HardhatRuntimeEnvironment> {
  const config = join(project.root, "hardhat.config.ts");
  const { default: own } = (await import(pathToFileURL(config).href)) as { default: HardhatUserConfig };
  const { default: peer } = await import("@nomicfoundation/hardhat-verify");
  const api = (path: string) => ({ url: explorerUrl, apiUrl: `${explorerUrl}${path}` });
  return createHardhatRuntimeEnvironment(
    {
      ...own,
      plugins: [peer],
      networks: { local: { type: "http", url: rpcUrl } },
      verify: { etherscan: { apiKey: KEY } },
      chainDescriptors: {
        [CHAIN_ID]: {
          name: "local",
          blockExplorers: { etherscan: api("/v2/api"), blockscout: api("/api") },
        },
      },
    },
    // The profile "production" has the versions of the others, and not their settings.
    { network: "local", config, buildProfile: "default" },
    project.root,
  );
}

/** Without what a tool prints. */
async function quietly<T>(act: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => undefined;
  try {
    return await act();
  } finally {
    console.log = log;
  }
}

interface Profile {
  readonly name: "plain" | "ir" | "old";
  readonly compiler: keyof typeof VERSIONS;
  /** Undefined for every other one. */
  readonly path?: string;
}

/** forge has one compiler and one set of settings a project. */
const PROFILES: readonly Profile[] = [
  { name: "plain", compiler: "0.8.28" },
  { name: "ir", compiler: "0.8.28", path: "contracts/Pipeline.sol" },
  { name: "old", compiler: "0.8.19", path: "contracts/Old.sol" },
];

function profileOf(path: string): Profile {
  return PROFILES.find((each) => each.path === path) ?? (PROFILES[0] as Profile);
}

function rootOf(profile: Profile["name"]): string {
  return join(SCRATCH, "forms", profile);
}

async function makeProject({ name, compiler, path }: Profile, packages: string): Promise<void> {
  const root = rootOf(name);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const sources = fileURLToPath(new URL("../../fixture-projects/explorers/contracts", import.meta.url));
  const others = PROFILES.flatMap((each) =>
    each.path === undefined || each.path === path ? [] : [each.path],
  );
  await cp(sources, join(root, "contracts"), {
    recursive: true,
    filter: (source) =>
      !source.endsWith(".sol") ||
      (path === undefined ? !others.some((other) => source.endsWith(other)) : source.endsWith(path)),
  });
  await symlink(join(packages, "node_modules"), join(root, "node_modules"), "junction");
  const wrapper = await readFile(join(FOUNDRY, "solc.cjs"), "utf8");
  const solc = CHECKOUT.resolve(compiler === "0.8.28" ? "solc" : `solc-${compiler}`);
  writeFileSync(
    join(root, "solc.cjs"),
    wrapper.replace('require("solc")', `require(${JSON.stringify(solc)})`),
    {
      mode: 0o755,
    },
  );
  writeFileSync(
    join(root, "foundry.toml"),
    `[profile.default]
src = "contracts"
out = "out"
libs = ["node_modules"]
remappings = ["@openzeppelin/=node_modules/@openzeppelin/"]
solc = "./solc.cjs"
optimizer = true
optimizer_runs = 200
via_ir = ${name === "ir"}
`,
  );
}

async function foundryArtifact(path: string, name: string): Promise<Artifact> {
  const file = join(rootOf(profileOf(path).name), "out", path.split("/").at(-1) ?? "", `${name}.json`);
  const { abi, bytecode, deployedBytecode } = JSON.parse(await readFile(file, "utf8"));
  return {
    abi,
    bytecode: bytecode.object,
    deployedBytecode: deployedBytecode.object,
    linkReferences: bytecode.linkReferences,
  };
}
