// npm run test:clients
//
// Clients that others wrote, against the local services: the Sourcify provider of Hardhat's own verification plugin, forge,
// and the loader of whatsabi, whose host is fixed and led here. npm installs forge and whatsabi into .tmp/clients by lock
// files. Nothing but this machine is asked: forge gets its list of compilers here.
//
// The last line of stdout is one line of JSON:
//   clients      clients that have done all that they were asked for
//   requests     requests of whatsabi that were led to the local service
import { writeSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { assert } from "chai";

import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { Anvil, foundryBinary } from "../build-fixtures/anvil.ts";
import { run } from "../build-fixtures/run.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { deploy } from "../helpers/deploy.ts";
import { installPackages } from "../helpers/install-packages.ts";
import { get } from "../helpers/local/client.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { fixtureProject, HARDHAT, type Project } from "../helpers/project.ts";
import { deployFoundry, FOUNDRY } from "../hosts-real/projects.ts";
import { serveCompilerList } from "./compiler-list.ts";

const SCRATCH = fileURLToPath(new URL("../../.tmp/clients", import.meta.url));
const PUBLIC_SERVER = "https://sourcify.dev/server";
const COMPILER_VERSION = "0.8.28+commit.7893614a";

const CONTRACT = "contracts/Tally.sol:Tally";
/** hardhat-verify refuses the ids of development chains. */
const CHAIN_ID = 296;

const done = new Set<string>();
let redirected = 0;

describe("clients of others, against the local services", () => {
  let chain: DevelopmentChain;
  let services: LocalServices;
  let project: Project;
  let address: string;

  before(async () => {
    project = await fixtureProject("many-contracts");
    chain = await startDevelopmentChain({ chainId: CHAIN_ID });
    services = await startLocalServices({ chain: { rpcUrl: chain.rpcUrl } });
    ({ address } = await deploy(chain, await project.artifact("contracts/Tally.sol", "Tally")));
  });
  after(async () => {
    await services.close();
    await chain.close();
  });

  it("should verify a contract for hardhat-verify, whose link leads to the contract's page", async () => {
    await writeFile(join(project.root, CONFIG), CONFIG_SOURCE);
    const env = { RPC_URL: chain.rpcUrl, VERIFY_URL: services.verification.url };
    const verify = (): Promise<string> =>
      run(
        process.execPath,
        [
          HARDHAT,
          "verify",
          "sourcify",
          "--config",
          CONFIG,
          "--network",
          "local",
          "--contract",
          CONTRACT,
          address,
        ],
        project.root,
        env,
      );
    const first = await verify();
    const page = /http:\S+\/repo-ui\/296\/0x[0-9a-fA-F]{40}/.exec(first)?.[0];
    assert.isDefined(page, first);
    assert.include((await get(page ?? "")).body, "<h1>Tally</h1>");
    const { body } = await get(`${services.verification.url}/v2/contract/${CHAIN_ID}/${address}`);
    // It sends the closure of the contract with settings of its own, so the metadata may differ.
    assert.oneOf(body.runtimeMatch, ["match", "exact_match"], first);
    assert.match(await verify(), /already been verified/);
    done.add("hardhat-verify");
  });

  it("should give whatsabi's Sourcify loader the ABI, the name and the sources", async () => {
    const tools = join(SCRATCH, "whatsabi");
    await installPackages(join(import.meta.dirname, "packages"), tools);
    const file = createRequire(join(tools, "package.json")).resolve("@shazow/whatsabi");
    const { loaders } = (await import(pathToFileURL(file).href)) as Whatsabi;
    const loader = new loaders.SourcifyABILoader({ chainId: CHAIN_ID });
    const ownFetch = globalThis.fetch;
    globalThis.fetch = (url, options) => {
      redirected += 1;
      assert.include(String(url), PUBLIC_SERVER);
      return ownFetch(String(url).replace(PUBLIC_SERVER, services.verification.url), options);
    };
    try {
      const found = await loader.getContract(address);
      assert.isTrue(found.ok);
      assert.equal(found.name, "Tally");
      assert.equal(found.compilerVersion, COMPILER_VERSION);
      assert.deepEqual(found.abi, (await project.artifact("contracts/Tally.sol", "Tally")).abi);
      const sources = (await found.getSources?.()) ?? [];
      const own = sources.find(({ path }) => path.endsWith("contracts/Tally.sol"));
      assert.equal(own?.content, await project.read("contracts/Tally.sol"));
      assert.deepEqual(await loader.loadABI(address), found.abi);
      assert.isFalse((await loader.getContract(`0x${"11".repeat(20)}`)).ok);
    } finally {
      globalThis.fetch = ownFetch;
    }
    done.add("whatsabi");
  });

  it("should verify a contract for forge, which then finds it verified", async () => {
    const root = join(SCRATCH, "foundry");
    await installPackages(FOUNDRY, root);
    await using anvil = await Anvil.start(31337, root);
    const scale = await deployFoundry(root, anvil.url);
    await using data = await temporaryFolder();
    await using list = await serveCompilerList(data.path, COMPILER_VERSION, join(root, "solc.cjs"));
    const soljson = createRequire(join(root, "package.json")).resolve("solc/soljson.js");
    await using own = await startLocalServices({
      chain: { rpcUrl: anvil.url },
      compilers: [{ path: soljson, version: COMPILER_VERSION }],
    });
    const { contracts } = (await get(`${own.query.url}/api/v1/contracts`)).body;
    assert.isAbove(contracts.length, 2);
    const verify = (): Promise<string> =>
      run(
        foundryBinary(root, "forge"),
        [
          ...["verify-contract", "--verifier", "sourcify", "--verifier-url", `${own.verification.url}/`],
          ...["--rpc-url", anvil.url, "--chain", "31337", "--compiler-version", COMPILER_VERSION],
          ...["--watch", scale, "src/Scale.sol:Scale"],
        ],
        root,
        list.env,
      );
    const output = await verify();
    const { body } = await get(`${own.verification.url}/v2/contract/31337/${scale}`);
    assert.oneOf(body.runtimeMatch, ["match", "exact_match"], output);
    assert.match(await verify(), /already verified/i);
    done.add("forge");
  });
});

interface Whatsabi {
  readonly loaders: {
    readonly SourcifyABILoader: new (config: {
      readonly chainId: number;
    }) => {
      loadABI(address: string): Promise<readonly unknown[]>;
      getContract(address: string): Promise<{
        readonly ok: boolean;
        readonly name: string | null;
        readonly abi: readonly unknown[];
        readonly compilerVersion?: string;
        getSources?(): Promise<readonly { readonly path: string; readonly content: string }[]>;
      }>;
    };
  };
}

const CONFIG = "hardhat.clients.config.ts";
const CONFIG_SOURCE = `import peer from "@nomicfoundation/hardhat-verify";
import config from "./hardhat.config.ts";

export default {
  ...config,
  plugins: [...(config.plugins ?? []), peer],
  networks: { local: { type: "http", url: process.env.RPC_URL } },
  verify: { sourcify: { apiUrl: process.env.VERIFY_URL } },
};
`;

// After all that mocha prints.
process.once("exit", () => {
  const line = JSON.stringify({ suite: "clients", clients: done.size, requests: redirected });
  writeSync(process.stdout.fd, `${line}\n`);
});
