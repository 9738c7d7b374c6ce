// npm run test:clients
//
// Third-party clients against the local services: hardhat-verify's providers, forge's verifiers, and whatsabi's loader, whose
// fixed host is redirected. npm installs forge and whatsabi into .tmp/clients; forge gets its list of compilers here.
//
// The last line of stdout is JSON: clients that did everything, and redirected requests of whatsabi.

import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { assert } from "chai";
import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { Anvil, foundryBinary } from "../build-fixtures/anvil.ts";
import { run } from "../build-fixtures/run.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { printAtExit } from "../helpers/chosen-run.ts";
import { deploy } from "../helpers/deploy.ts";
import { heldFor } from "../helpers/held-for.ts";
import { installPackages } from "../helpers/install-packages.ts";
import { get } from "../helpers/local/client.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { fixtureProject, HARDHAT, type Project } from "../helpers/project.ts";
import { deployFoundry, FOUNDRY } from "../hosts-real/projects.ts";
import { serveCompilerList } from "./compiler-list.ts";

const SCRATCH = fileURLToPath(new URL("../../.tmp/clients", import.meta.url));
const PUBLIC_SERVER = "https://sourcify.dev/server";
const COMPILER_VERSION = "0.8.28+commit.7893614a";

const CONTRACT = "contracts/Tally.sol:Tally";
/** hardhat-verify refuses the ids of development chains. */
const CHAIN_ID = 296;
/** forge drops the key of Etherscan on a chain that it does not list. */
const FORGE_CHAIN = 11155111;

const done = new Set<string>();
let redirected = 0;

describe("third-party clients with the local services", () => {
  const chain = heldFor(() => startDevelopmentChain({ chainId: CHAIN_ID }));
  const services = heldFor(() => startLocalServices({ chain }));
  let project: Project;
  let address: string;

  before(async () => {
    project = await fixtureProject("many-contracts");
    ({ address } = await deploy(chain, await project.artifact("contracts/Tally.sol", "Tally")));
  });

  it("should let hardhat-verify verify a contract, with a link to the contract's page", async () => {
    await writeFile(join(project.root, CONFIG), CONFIG_SOURCE);
    const env = { RPC_URL: chain.rpcUrl, VERIFY_URL: services.verification.url };
    const verify = (): Promise<string> =>
      run(
        process.execPath,
        [...hardhatVerify("sourcify"), "--contract", CONTRACT, address],
        project.root,
        env,
      );
    const first = await verify();
    const page = /http:\S+\/repo-ui\/296\/0x[0-9a-fA-F]{40}/.exec(first)?.[0];
    assert.isDefined(page, first);
    assert.include((await get(page ?? "")).body, "<h1>Tally</h1>");
    const { body } = await get(`${services.verification.url}/v2/contract/${CHAIN_ID}/${address}`);
    // It submits the import closure with its own settings, so the metadata may differ.
    assert.oneOf(body.runtimeMatch, ["match", "exact_match"], first);
    assert.match(await verify(), /already been verified/);
    done.add("hardhat-verify");
  });

  for (const provider of ["etherscan", "blockscout"]) {
    it(`should let hardhat-verify's ${provider} provider verify a contract with arguments`, async () => {
      const artifact = await project.artifact("contracts/Dog.sol", "Dog");
      const { address: dog } = await deploy(chain, artifact, { args: [address] });
      await writeFile(join(project.root, CONFIG), CONFIG_SOURCE);
      const env = {
        ...{ RPC_URL: chain.rpcUrl, VERIFY_URL: services.verification.url },
        ...{ EXPLORER_URL: services.explorer.url, EXPLORER_SITE: services.verification.url },
      };
      const words = [...hardhatVerify(provider), "--contract", "contracts/Dog.sol:Dog", dog];
      const verify = (treats: string): Promise<string> =>
        run(process.execPath, [...words, treats], project.root, env);
      const wrong = await verify(dog).catch(String);
      assert.match(wrong, /correct constructor argument/);
      const output = await verify(address);
      const page = new RegExp(`${services.verification.url}/address/${dog}`).exec(output)?.[0];
      assert.isDefined(page, output);
      assert.include((await get(page ?? "")).body, "<h1>Dog</h1>");
      const shown = await shownBy(services, dog);
      assert.deepInclude(shown, {
        ContractName: "Dog",
        CompilerVersion: `v${COMPILER_VERSION}`,
        ConstructorArguments: address.slice(2).toLowerCase().padStart(64, "0"),
      });
      assert.match(await verify(address), /already been verified/);
      done.add(`hardhat-verify ${provider}`);
    });
  }

  it("should let whatsabi's Sourcify loader read the ABI, the name and the sources", async () => {
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

  it("should let forge verify a contract, and then report it as verified", async () => {
    const root = join(SCRATCH, "foundry");
    await installPackages(FOUNDRY, root);
    await using anvil = await Anvil.start(FORGE_CHAIN, root);
    const scale = await deployFoundry(root, anvil.url, FORGE_CHAIN);
    await using data = await temporaryFolder();
    await using list = await serveCompilerList(data.path, COMPILER_VERSION, join(root, "solc.cjs"));
    const soljson = createRequire(join(root, "package.json")).resolve("solc/soljson.js");
    await using own = await startLocalServices({
      chain: { rpcUrl: anvil.url },
      compilers: [{ path: soljson, version: COMPILER_VERSION }],
    });
    const { contracts } = (await get(`${own.query.url}/api/v1/contracts`)).body;
    assert.isAbove(contracts.length, 2);
    const chainWords = ["--rpc-url", anvil.url, "--chain", String(FORGE_CHAIN)];
    const forgeVerify = (verifier: string, url: string, words: readonly string[]): Promise<string> => {
      const line = ["verify-contract", "--verifier", verifier, "--verifier-url", url, ...chainWords];
      const all = [...line, "--compiler-version", COMPILER_VERSION, "--watch", ...words];
      return run(foundryBinary(root, "forge"), all, root, list.env);
    };
    const verify = () => forgeVerify("sourcify", `${own.verification.url}/`, [scale, "src/Scale.sol:Scale"]);
    const output = await verify();
    const { body } = await get(`${own.verification.url}/v2/contract/${FORGE_CHAIN}/${scale}`);
    assert.oneOf(body.runtimeMatch, ["match", "exact_match"], output);
    assert.match(await verify(), /already verified/i);
    done.add("forge");

    const weights = weightsOf(root);
    const { body: creation } = await get(`${own.explorer.url}?${CREATION}&contractaddresses=${weights}`);
    assert.equal(creation.status, "1", creation.result);
    const library = `src/Weights.sol:Weights:${weights}`;
    for (const [verifier, target, name, more] of [
      ["etherscan", scale, "src/Scale.sol:Scale", ["--etherscan-api-key", "KEY", "--libraries", library]],
      ["blockscout", weights, "src/Weights.sol:Weights", []],
    ] as const) {
      const hand = () => forgeVerify(verifier, own.explorer.url, [...more, "--delay", "1", target, name]);
      const printed = await hand();
      assert.equal((await shownBy(own, target)).ContractName, name.split(":").at(-1), printed);
      assert.match(await hand(), /already verified/i);
      done.add(`forge ${verifier}`);
    }
  });
});

function hardhatVerify(provider: string): readonly string[] {
  return [HARDHAT, "verify", provider, "--config", CONFIG, "--network", "local"];
}

const CREATION = "module=contract&action=getcontractcreation";

async function shownBy(
  { explorer }: LocalServices,
  address: string,
): Promise<Readonly<Record<string, string>>> {
  const { body } = await get(`${explorer.url}?module=contract&action=getsourcecode&address=${address}`);
  return body.result[0];
}

function weightsOf(root: string): string {
  const file = join(root, `broadcast/Deploy.s.sol/${FORGE_CHAIN}/run-latest.json`);
  const { libraries } = JSON.parse(readFileSync(file, "utf8")) as { readonly libraries: readonly string[] };
  return libraries[0]?.split(":").at(-1) ?? "";
}

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

const explorer = { url: process.env.EXPLORER_SITE ?? "http://127.0.0.1", apiUrl: process.env.EXPLORER_URL };

export default {
  ...config,
  plugins: [...(config.plugins ?? []), peer],
  networks: { local: { type: "http", url: process.env.RPC_URL } },
  verify: { sourcify: { apiUrl: process.env.VERIFY_URL }, etherscan: { apiKey: "KEY" } },
  chainDescriptors: {
    ${CHAIN_ID}: { name: "local", blockExplorers: { etherscan: explorer, blockscout: explorer } },
  },
};
`;

printAtExit(() => ({ suite: "clients", clients: done.size, requests: redirected }));
