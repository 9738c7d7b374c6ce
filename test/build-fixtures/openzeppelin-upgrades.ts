import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { artifactSchema } from "../helpers/artifact.ts";
import { deploy } from "../helpers/deploy.ts";
import { Anvil } from "./anvil.ts";
import { encoded } from "./contracts.ts";
import { type Deployed, factsOf } from "./facts.ts";
import { installed, keep } from "./workshop.ts";

const PACKAGE = "@openzeppelin/upgrades-core";
/** The last version with the first form of build-info, without format and output, and a current one. */
const VERSIONS = { first: "1.20.0", today: "1.46.0" } as const;
const V5 = "@openzeppelin/contracts/proxy";

export async function openzeppelinUpgrades(name: string): Promise<void> {
  const project = join(await installed(name, ["solc@0.8.28"]), "project");
  rmSync(project, { recursive: true, force: true });
  for (const [folder, version] of Object.entries(VERSIONS)) {
    const tools = await installed(`${name}-${folder}`, [`${PACKAGE}@${version}`]);
    mkdirSync(join(project, folder), { recursive: true });
    cpSync(join(tools, "node_modules", PACKAGE, "artifacts"), join(project, folder, "artifacts"), {
      recursive: true,
    });
  }
  // The build-info of version 4 is the same with other contracts.
  rmSync(join(project, "today/artifacts/build-info.json"));
  shorten(join(project, "today/artifacts/build-info-v5.json"));
  await using chain = await Anvil.start();
  const facts = await factsOf(chain, await deployAll(chain, join(project, "today/artifacts")));
  keep(name, project, Object.keys(VERSIONS), { facts });
}

/** Removes large fields that are neither compared nor submitted. */
function shorten(file: string): void {
  const unread = ["opcodes", "sourceMap", "generatedSources", "functionDebugData"];
  const without = (key: string, value: unknown) => (unread.includes(key) ? undefined : value);
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, "utf8"), without)));
}

async function deployAll(chain: Anvil, artifacts: string): Promise<readonly Deployed[]> {
  const [owner] = (await chain.request("eth_accounts")) as readonly string[];
  const create = async (path: string, types: readonly string[], args: readonly unknown[]) => {
    const [file = "", contract] = path.split(":");
    const artifactFile = join(artifacts, "@openzeppelin/contracts-v5/proxy", file, `${contract}.json`);
    const artifact = artifactSchema.parse(JSON.parse(readFileSync(artifactFile, "utf8")));
    const { address } = await deploy(chain, artifact, { args });
    return { name: `${V5}/${path}`, address, constructorArguments: encoded(types, args) };
  };
  const admin = await create("transparent/ProxyAdmin.sol:ProxyAdmin", ["address"], [owner]);
  const both = [admin.address, owner];
  const beacon = await create("beacon/UpgradeableBeacon.sol:UpgradeableBeacon", ["address", "address"], both);
  return [
    admin,
    beacon,
    await create("beacon/BeaconProxy.sol:BeaconProxy", ["address", "bytes"], [beacon.address, "0x"]),
    await create("ERC1967/ERC1967Proxy.sol:ERC1967Proxy", ["address", "bytes"], [admin.address, "0x"]),
    await create(
      "transparent/TransparentUpgradeableProxy.sol:TransparentUpgradeableProxy",
      ["address", "address", "bytes"],
      [...both, "0x"],
    ),
  ];
}
