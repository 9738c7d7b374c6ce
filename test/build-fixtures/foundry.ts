import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Anvil, foundryBinary } from "./anvil.ts";
import { CHILD_ARGUMENTS, encoded, OWNER_KEY, VAULT_ARGUMENTS, VAULT_VALUES } from "./contracts.ts";
import { type Deployed, factsOf } from "./facts.ts";
import { run } from "./run.ts";
import { transactionsOf } from "./transactions.ts";
import { keep, openWorkshop } from "./workshop.ts";

const FORGE = "@foundry-rs/forge@1.7.1";

const MATH_LIB = "contracts/MathLib.sol:MathLib";

/** The output of `forge build`. The cache maps artifacts to builds. */
const BUILT = ["foundry.toml", "out", "cache/solidity-files-cache.json"];

/** The first account's first contract. */
const FIRST_ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

interface Broadcast {
  readonly transactions: readonly {
    readonly transactionType: string;
    readonly contractAddress: string;
    readonly additionalContracts: readonly { readonly address: string }[];
  }[];
}

/** The script waits for each transaction, so all hashes are right. */
export function foundryWithBuildInfo(name: string): Promise<void> {
  return foundry(name, ["--build-info"], ["--slow"]);
}

/** The script sends its transactions together, as by default. forge 1.7.1 may then mix up their hashes. */
export function foundryByDefault(name: string): Promise<void> {
  return foundry(name, [], []);
}

async function foundry(name: string, build: readonly string[], send: readonly string[]): Promise<void> {
  const { project, forge } = await openFoundry();
  await forge(["build", ...build]);
  await using chain = await Anvil.start();
  await forge(["script", "script/Deploy.s.sol", ...broadcastTo(chain), ...send]);
  const written = broadcastOf("Deploy");
  const deployed = deployedBy(JSON.parse(readFileSync(join(project, written), "utf8")));
  const facts = await factsOf(chain, deployed);
  keep(name, project, [...BUILT, written], { facts, transactions: await transactionsOf(chain) });
}

/** Settings and metadata contain a library that the command line names. */
export async function foundryWithLibraries(name: string): Promise<void> {
  const { project, forge } = await openFoundry();
  await using chain = await Anvil.start();
  await forge(["create", MATH_LIB, ...broadcastTo(chain)]);
  const libraries = ["--libraries", `${MATH_LIB}:${FIRST_ADDRESS}`];
  await forge(["build", "--build-info", ...libraries]);
  await forge(["script", "script/DeployLedger.s.sol", ...broadcastTo(chain), ...libraries]);
  const written = broadcastOf("DeployLedger");
  const { transactions }: Broadcast = JSON.parse(readFileSync(join(project, written), "utf8"));
  const facts = await factsOf(chain, [
    { name: MATH_LIB, address: FIRST_ADDRESS },
    {
      name: "contracts/Ledger.sol:Ledger",
      address: transactions[0]?.contractAddress ?? "",
      libraries: { [MATH_LIB]: FIRST_ADDRESS },
    },
  ]);
  keep(name, project, [...BUILT, written], { facts, transactions: await transactionsOf(chain) });
}

/** A script with several functions: by signature, by calldata, on two chains, as a dry run, and with CREATE3. */
export async function foundryWithSignatures(name: string): Promise<void> {
  const { project, forge } = await openFoundry();
  cpSync(join(import.meta.dirname, "sources", "script"), join(project, "script"), { recursive: true });
  await forge(["build", "--build-info"]);
  await using chain = await Anvil.start();
  await using second = await Anvil.start(31338);
  const call = (...call: readonly string[]): Promise<void> =>
    forge(["script", PARTS, ...broadcastTo(chain), "--slow", "--tc", "Parts", ...call]);
  await call();
  await call("--sig", "deploy(uint256)", "7");
  await call("--sig", TOKEN_SELECTOR);
  await call("--sig", "create3()");
  await call("--sig", "go(string,string)", chain.url, second.url);
  await forge(["script", PARTS, "--rpc-url", chain.url, "--tc", "Parts", "--sig", "deploy(uint256)", "8"]);
  const read = (file: string): Broadcast =>
    JSON.parse(readFileSync(join(project, "broadcast", file), "utf8"));
  const addressIn = (part: string): string =>
    read(`Parts.s.sol/31337/${part}-latest.json`).transactions[0]?.contractAddress ?? "";
  const { deployments } = JSON.parse(
    readFileSync(join(project, "broadcast/multi/Parts.s.sol-latest/go.json"), "utf8"),
  );
  const children = read("Parts.s.sol/31337/create3-latest.json").transactions.flatMap(
    ({ additionalContracts }) => additionalContracts,
  );
  const vault = { name: "contracts/Vault.sol:Vault" };
  const token = { name: "contracts/legacy/Token.sol:Token" };
  const facts = await factsOf(chain, [
    { ...vault, address: addressIn("run"), constructorArguments: VAULT_ARGUMENTS },
    { ...vault, address: addressIn("deploy"), constructorArguments: vaultArguments(7n, "more") },
    { ...token, address: addressIn(TOKEN_SELECTOR.slice(2)) },
    { name: "script/Parts.s.sol:Create3", address: addressIn("create3") },
    // The first child is the proxy, which has no sources.
    { ...token, address: children[1]?.address ?? "" },
    {
      ...vault,
      address: deployments[0].transactions[0].contractAddress,
      constructorArguments: vaultArguments(1_000_000_000_000_000_000n, "first"),
    },
  ]);
  keep(name, project, [...BUILT, "broadcast"], { facts, transactions: await transactionsOf(chain) });
}

function vaultArguments(amount: bigint, name: string): string {
  return encoded(["address", "uint256", "string"], [VAULT_VALUES[0], amount, name]);
}

const PARTS = "script/Parts.s.sol";
/** Of `token()`. */
const TOKEN_SELECTOR = "0xfc0c546a";

async function openFoundry(): Promise<{
  project: string;
  forge: (args: readonly string[]) => Promise<void>;
}> {
  const { project, tools } = await openWorkshop("foundry", [FORGE], "lib/access");
  const forge = async (args: readonly string[]): Promise<void> =>
    void (await run(foundryBinary(tools, "forge"), args, project));
  return { project, forge };
}

function broadcastTo({ url }: Anvil): readonly string[] {
  return ["--broadcast", "--rpc-url", url, "--private-key", OWNER_KEY];
}

function broadcastOf(script: string): string {
  return `broadcast/${script}.s.sol/31337/run-latest.json`;
}

/** Names in the order of script/Deploy.s.sol, independent of forge's records. */
function deployedBy({ transactions }: Broadcast): readonly Deployed[] {
  const created = transactions
    .filter(({ transactionType }) => transactionType !== "CALL")
    .map(({ contractAddress }) => contractAddress);
  const children = transactions.flatMap(({ additionalContracts }) => additionalContracts);
  const [mathLib, vault, ledger, token, saltedToken, factory] = created;
  const [child] = children;
  if (!mathLib || !vault || !ledger || !token || !saltedToken || !factory || !child) {
    throw new Error("forge did not deploy what script/Deploy.s.sol says.");
  }
  return [
    { name: MATH_LIB, address: mathLib },
    { name: "contracts/Vault.sol:Vault", address: vault, constructorArguments: VAULT_ARGUMENTS },
    { name: "contracts/Ledger.sol:Ledger", address: ledger, libraries: { [MATH_LIB]: mathLib } },
    { name: "contracts/legacy/Token.sol:Token", address: token },
    { name: "contracts/legacy/Token.sol:Token", address: saltedToken },
    { name: "contracts/Factory.sol:Factory", address: factory },
    { name: "contracts/Factory.sol:Child", address: child.address, constructorArguments: CHILD_ARGUMENTS },
  ];
}
