import { readFileSync } from "node:fs";
import { join } from "node:path";
import { foundryBinary } from "../build-fixtures/anvil.ts";
import { run } from "../build-fixtures/run.ts";
import { binOf, NETWORK, startNode, type Variables } from "./host.ts";
import { CHECKOUT } from "./scratch.ts";

export const FOUNDRY = join(CHECKOUT, "fixture-projects", "foundry");
export const HARDHAT2 = join(CHECKOUT, "fixture-projects", "hardhat2");

/** The second development account; the Hardhat 2 project uses the first. */
const FOUNDRY_KEY = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";

/** @returns The address of the contract that is linked with a library. */
export async function deployFoundry(root: string, rpcUrl: string, chainId = 31337): Promise<string> {
  const forge = (...words: readonly string[]) => runFoundry(root, words, rpcUrl);
  await forge("build");
  await forge("script", "script/Deploy.s.sol");
  await forge("script", "script/Deploy.s.sol", "--sig", "token(uint256)", "9");
  const { transactions } = readJson(join(root, `broadcast/Deploy.s.sol/${chainId}/run-latest.json`));
  return transactions.find((each: { contractName: string }) => each.contractName === "Scale").contractAddress;
}

export async function runFoundry(root: string, words: readonly string[], rpcUrl: string): Promise<void> {
  const send = ["--rpc-url", NETWORK, "--private-key", FOUNDRY_KEY, "--broadcast", "--slow"];
  const line = words[0] === "script" ? [...words, ...send] : words;
  await run(foundryBinary(root, "forge"), line, root, { RPC_URL: rpcUrl });
}

/**
 * Uses hardhat-deploy, Ignition and OpenZeppelin's plugin.
 * @returns The contract that is linked with a library, and OpenZeppelin's proxy.
 */
export async function deployHardhat2(
  root: string,
  env: Variables,
): Promise<{ readonly linked: string; readonly box: string }> {
  const hardhat = (...words: readonly string[]): Promise<string> => runHardhat(root, words, env);
  await hardhat("compile");
  await hardhat("deploy");
  await hardhat("ignition", "deploy", "ignition/modules/shop.js");
  const box = /^0x[0-9a-fA-F]{40}$/m.exec(await hardhat("run", "scripts/deploy-box.js"))?.[0];
  if (box === undefined) throw new Error("scripts/deploy-box.js printed no address.");
  return { linked: readJson(join(root, "deployments/development/Registry.json")).address, box };
}

/** @param root Hardhat's installation. @default the folder */
export async function runHardhat(
  folder: string,
  words: readonly string[],
  env: Variables,
  root = folder,
): Promise<string> {
  const line = [binOf(root, "hardhat", "hardhat"), "--network", NETWORK, ...words];
  const quiet = { HARDHAT_IGNITION_CONFIRM_DEPLOYMENT: "true", HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" };
  const { exitCode, stdout, stderr } = await startNode(line, folder, { ...quiet, ...env }).ended;
  if (exitCode !== 0) throw new Error(`hardhat ${words.join(" ")} failed in ${folder}\n${stdout}\n${stderr}`);
  return stdout;
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}
