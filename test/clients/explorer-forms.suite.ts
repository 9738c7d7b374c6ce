// hardhat-verify and we send equal forms to explorers for the same eight contracts.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { verifyContract } from "@nomicfoundation/hardhat-verify/verify";
import { assert } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { startLocalServices } from "../../src/local.ts";
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
import { heldFor } from "../helpers/held-for.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { plain } from "../helpers/plain-cli.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";

/** Sepolia, which Etherscan lists. */
const CHAIN_ID = 11155111;
const CHECKOUT = createRequire(import.meta.url);
const KEY = "KEY";

/** Accepts everything, and reports it as verified at the first poll. */
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

describe("explorer forms from hardhat-verify and from us", function () {
  this.timeout(600_000);
  const chain = heldFor(() => startDevelopmentChain({ chainId: CHAIN_ID }));
  let explorer: ScriptedExplorer;
  const services = heldFor(() =>
    startLocalServices({
      chain,
      compilers: [{ path: CHECKOUT.resolve("solc-0.8.19/soljson.js"), version: "0.8.19+commit.7dd6d404" }],
    }),
  );
  let project: Project;
  let hre: HardhatRuntimeEnvironment;
  let subjects: readonly Subject[];

  before(async () => {
    explorer = await serveExplorer(TAKES_ALL);
    project = await fixtureProject("explorers");
    subjects = await deployEight(chain, (path, name) => project.artifact(path, name));
    hre = await runtimeOf(project, chain.rpcUrl, explorer.url);
  });
  after(async () => {
    await explorer[Symbol.asyncDispose]();
  });

  /** Our command's submission to Etherscan. Blockscout gets the same. */
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

  async function theirs(provider: "etherscan" | "blockscout", subject: Subject): Promise<Form> {
    const { address, args, libraries } = subject;
    const contract = `${subject.path}:${subject.name}`;
    const before = explorer.asked.length;
    await quietly(() =>
      verifyContract(
        { address, contract, constructorArgs: [...args], libraries: { ...libraries }, provider },
        hre,
      ),
    );
    return onlyForm(explorer.asked.slice(before));
  }

  for (let index = 0; index < 8; index++)
    it(`should be equal for contract ${index + 1}`, async () => {
      const subject = subjects[index] as Subject;
      const own = await ours(project.root, subject);
      for (const provider of ["etherscan", "blockscout"] as const)
        assertSame(await theirs(provider, subject), own, subject.about);
    });
});

type Form = ReturnType<typeof onlyForm>;

interface Input {
  readonly language: string;
  readonly sources: object;
  readonly settings: Readonly<Record<string, unknown>>;
}

function onlyForm(asked: readonly Asked[]) {
  const [sent = assert.fail("no form was sent"), ...more] = asked.filter(
    ({ all }) => all.action === "verifysourcecode",
  );
  assert.isEmpty(more);
  const { all } = sent;
  return {
    address: all.contractaddress ?? "",
    name: all.contractname ?? "",
    compiler: all.compilerversion ?? "",
    codeformat: all.codeformat ?? "",
    constructorArguments: all.constructorArguments ?? all.constructorArguements ?? "",
    input: JSON.parse(all.sourceCode ?? "{}") as Input,
  };
}

/**
 * Removes the allowed differences: default values, requested outputs, the case of addresses, and the colon before a
 * remapping without a context. The key's place, `chainid` and the spelling of `constructorArguments` aren't compared.
 */
function allowed({ address, input, ...form }: Form) {
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

/** hardhat-verify sends the remappings that the contract's files use; ours are those of its build. */
function assertSame(theirs: Form, own: Form, about: string): void {
  const [one, other] = [allowed(theirs), allowed(own)];
  assert.includeMembers([...other.input.settings.remappings], [...one.input.settings.remappings], about);
  const { settings } = one.input;
  const asBuilt = { ...settings, remappings: other.input.settings.remappings };
  assert.deepEqual({ ...one, input: { ...one.input, settings: asBuilt } }, other, about);
}

const DEFAULTS = { viaIR: false };
const METADATA_DEFAULTS = { appendCBOR: true, bytecodeHash: "ipfs", useLiteralContent: false };

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
        [CHAIN_ID]: { name: "local", blockExplorers: { etherscan: api("/v2/api"), blockscout: api("/api") } },
      },
    },
    // The profile "production" has the versions of the others, but not their settings.
    { network: "local", config, buildProfile: "default" },
    project.root,
  );
}

async function quietly<T>(act: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => undefined;
  try {
    return await act();
  } finally {
    console.log = log;
  }
}
