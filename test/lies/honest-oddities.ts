import { Interface } from "ethers/abi";
import { getExitCode } from "../../src/internal/report/outcome.ts";
import { type CompiledProgram, compileWith, contractOf, creationInput } from "../helpers/compile.ts";
import { create, loggedAddress, transact } from "../helpers/deploy.ts";
import { shown } from "./lies/lie.ts";
import { NODE_KINDS, nodeOf } from "./lies/told-by-deployer.ts";
import { halfOf, ONLY } from "./settings.ts";
import { BEACON_SLOT, FOLLOWS_BEACON, FORWARD, inputWith } from "./world/programs.ts";
import type { Stage } from "./world/stage.ts";
import { PATH } from "./world/subjects.ts";
import type { Asking } from "./world/world.ts";

const COMPILER = "0.8.28";

/** Honest deployments that look like lies. `Closing` and `Ender` destroy themselves and never create anything again. */
const SOURCE = `library Setup { function first(uint256 a) external pure returns (uint256) { return a + 41; } }
contract UsesSetup { uint256 public value; constructor(uint256 a) { value = Setup.first(a); } }
contract Kept { uint256 public value = 7; function poke() external { value++; } }
contract Closing {
  event Made(address made);
  constructor() { emit Made(address(new Kept())); selfdestruct(payable(msg.sender)); }
}
contract Ender {
  event Made(address made);
  function make() external { emit Made(address(new Kept())); selfdestruct(payable(msg.sender)); }
}
contract Create3 {
  event Made(address made);
  function make() external {
    bytes memory code = hex"67363d3d37363d34f03d5260086018f3";
    address middle;
    assembly { middle := create2(0, add(code, 32), mload(code), 7) }
    (bool ok, ) = middle.call(type(Kept).creationCode);
    require(ok);
    emit Made(address(uint160(uint256(keccak256(abi.encodePacked(hex"d694", middle, hex"01"))))));
  }
}
contract Cloner {
  event Made(address made);
  function make(address to, bytes calldata args) external {
    bytes memory code = abi.encodePacked(hex"61", uint16(45 + args.length), hex"3d81600a3d39f3363d3d373d3d3d363d73", to, hex"5af43d82803e903d91602b57fd5bf3", args);
    address made;
    assembly { made := create(0, add(code, 32), mload(code)) }
    emit Made(made);
  }
}
contract Beacon { address public implementation; constructor(address i) { implementation = i; } }
contract BeaconProxy {
  constructor(address b) { assembly { sstore(${BEACON_SLOT}, b) } }
  ${FOLLOWS_BEACON}
}
contract SafeProxy {
  address internal singleton;
  constructor(address s) { singleton = s; }
  fallback() external payable {
    assembly {
      let to := and(sload(0), 0xffffffffffffffffffffffffffffffffffffffff)
      if eq(calldataload(0), 0xa619486e00000000000000000000000000000000000000000000000000000000) { mstore(0, to) return(0, 32) }
      ${FORWARD}
    }
  }
}`;

const MAKE = new Interface(["function make()", "function make(address to, bytes args)"]);

interface Odd {
  readonly address: string;
  readonly compiled: CompiledProgram;
  readonly request?: Asking["request"];
}

type Deployments = Readonly<Record<string, (stage: Stage) => Promise<Odd>>>;

const ODDITIES: Deployments = {
  "a library that the constructor alone calls": async ({ world: { chain } }) => {
    const library = await create(chain, codeOf(compiled(), "Setup"));
    return placed(await create(chain, codeOf(compiled(), "UsesSetup", [1], library.address)));
  },
  "a library that the settings link": async ({ world: { chain } }) => {
    const library = await create(chain, codeOf(compiled(), "Setup"));
    const linked = compiled({ libraries: { [PATH]: { Setup: library.address } } });
    return placed(await create(chain, codeOf(linked, "UsesSetup", [1])), linked);
  },
  "a factory that ends in its own creation": async ({ world: { chain } }) => {
    const receipt = await transact(chain, undefined, { data: codeOf(compiled(), "Closing") });
    return placed({ address: loggedAddress(receipt) });
  },
  "a factory that ends later": (stage) => madeBy(stage, "Ender"),
  CREATE3: (stage) => madeBy(stage, "Create3"),
  "a clone": async (stage) => madeBy(stage, "Cloner", [counterOf(stage).address, "0x"]),
  "a clone with arguments": (stage) =>
    madeBy(stage, "Cloner", [counterOf(stage).address, `0x${"00".repeat(31)}07`]),
  "a beacon": async (stage) => deployed(stage, "Beacon", [counterOf(stage).address]),
  "a beacon's proxy": async (stage) => {
    const beacon = await deployed(stage, "Beacon", [counterOf(stage).address]);
    await stage.world.run(await askingFor(stage, beacon, "verify", "full node"));
    return named(await deployed(stage, "BeaconProxy", [beacon.address]), "Counter");
  },
  "X_Implementation of hardhat-deploy": (stage) => recordedAs(stage, "counter", "Counter", "hardhat-deploy"),
  "X_Proxy of hardhat-deploy": (stage) => recordedAs(stage, "proxy", "Proxy", "hardhat-deploy"),
  "X of hardhat-deploy, at the proxy": (stage) => recordedAs(stage, "proxy", "Counter", "hardhat-deploy"),
  "a contractAt of Ignition, at the proxy": (stage) => recordedAs(stage, "proxy", "Counter", "ignition"),
  "a Safe": (stage) => deployed(stage, "SafeProxy", [counterOf(stage).address]),
  "a Safe that is named after its singleton": async (stage) =>
    named(await deployed(stage, "SafeProxy", [counterOf(stage).address]), "Counter"),
};

export async function runOddities(stage: Stage) {
  const alarms: string[] = [];
  let runs = 0;
  const asked = Object.entries(ODDITIES).filter(([name]) => name.toLowerCase().includes(ONLY));
  for (const [index, [name, deploy]] of asked.entries())
    for (const node of halfOf(NODE_KINDS, index)) {
      const odd = await deploy(stage);
      for (const mode of ["verify", "check", "check-alone"] as const) {
        const reports = await stage.world.run(await askingFor(stage, odd, mode, node));
        runs++;
        if (reports.length === 0 || reports.some(isAlarm))
          alarms.push(`${name}, ${mode}, ${node}: ${reports.map(shown).join(" / ")}`);
      }
    }
  return { runs, alarms };
}

type Mode = "verify" | "check" | "check-alone";

async function askingFor(
  stage: Stage,
  { address, compiled: own, request }: Odd,
  mode: Mode,
  node: (typeof NODE_KINDS)[number],
): Promise<Asking> {
  const { world } = stage;
  const all = [await world.artifactsOf(own), await world.artifactsOf(counterOf(stage).compiled)];
  const lying = nodeOf(node, stage);
  return {
    target: address,
    action: mode === "verify" ? "verify" : "check",
    builds: mode === "check-alone" ? [] : all,
    request: {
      lookAtProxy: true,
      buildSource: { kind: "build-files", locations: mode === "check-alone" ? [] : all, isNamed: false },
      ...request,
    },
    node: lying,
  };
}

/** A weak node may leave claims open that the verdict doesn't need. Nothing is refuted, and the run succeeds. */
function isAlarm({ outcome, claims = [] }: Awaited<ReturnType<Stage["world"]["run"]>>[number]): boolean {
  return getExitCode(outcome) !== 0 || claims.some(({ state }) => state === "refuted");
}

function compiled(settings: object = {}): CompiledProgram {
  return compileWith(COMPILER, inputWith(SOURCE, settings));
}

function placed({ address }: Pick<Odd, "address">, by: CompiledProgram = compiled()): Odd {
  return { address, compiled: by };
}

function codeOf(by: CompiledProgram, name: string, args: readonly unknown[] = [], library?: string): string {
  return creationInput(contractOf(by, PATH, name), { Setup: library ?? "0x" }, args);
}

async function deployed({ world: { chain } }: Stage, name: string, args: readonly unknown[]): Promise<Odd> {
  return placed(await create(chain, codeOf(compiled(), name, args)));
}

async function madeBy(stage: Stage, factory: string, args: readonly unknown[] = []): Promise<Odd> {
  const { chain } = stage.world;
  const { address } = await deployed(stage, factory, []);
  const data = MAKE.encodeFunctionData(args.length === 0 ? "make()" : "make(address,bytes)", args);
  return placed({ address: loggedAddress(await transact(chain, address, { data })) });
}

function counterOf(stage: Stage): ReturnType<Stage["subject"]> {
  return stage.subject(COMPILER, "counter");
}

async function recordedAs(
  stage: Stage,
  kind: "counter" | "proxy",
  contractName: string,
  tool: "hardhat-deploy" | "ignition",
): Promise<Odd> {
  const { address, transactionHash, compiled: own } = stage.subject(COMPILER, kind);
  return named({ address, compiled: own }, contractName, tool, transactionHash);
}

function named(
  odd: Odd,
  contractName: string,
  tool: "hardhat-deploy" | "ignition" = "hardhat-deploy",
  transactionHash?: string,
): Odd {
  const transactionHashes = transactionHash === undefined ? [] : [transactionHash];
  const recorded = [{ address: odd.address, transactionHashes, contractName }];
  return { ...odd, request: { origins: [origin(tool)], recorded } };
}

function origin(tool: "hardhat-deploy" | "ignition"): { tool: typeof tool; name: string; file: string } {
  return { tool, name: "X", file: "deployments/lies/X.json" };
}
