import type { ContractPath, Deployer } from "../deployer.ts";
import type { SingleProxy, Target } from "../truth.ts";

export const BOX = "contracts/Boxes.sol:Box";
export const DECOY = "contracts/Boxes.sol:Decoy";
const BEACON = "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol:UpgradeableBeacon";

/** `store(7)`: OpenZeppelin 5 requires an initializing call. */
export const STORE_7 = `0x6057361d${"7".padStart(64, "0")}`;
export const CLONE_ARGUMENTS = "0x00112233445566778899aabbccddeeff00112233";

export interface Known extends Partial<Omit<SingleProxy, "is" | "runs" | "runsContract">> {
  readonly kind: RegExp;
  /** The build's contract; undefined for code without sources. */
  readonly contract?: string;
  readonly isLiar?: boolean;
  /** @default a Box */
  readonly implementation?: ContractPath;
}

/** Deploys a proxy with an implementation of its own, so the suite can tell them apart. */
export async function proxyOf(
  deployer: Deployer,
  name: string,
  { contract, implementation = BOX, isLiar = false, ...known }: Known,
  deploy: (implementation: string) => Promise<string>,
): Promise<Target> {
  const runs = await deployer.create(implementation);
  const address = await deploy(runs);
  const runsContract = implementation.slice(implementation.indexOf(":") + 1);
  return {
    name,
    address,
    ...(contract === undefined ? {} : { contract }),
    isLiar,
    truth: { is: "proxy", runs, runsContract, ...known },
  };
}

export async function behindBeacon(
  deployer: Deployer,
  name: string,
  known: Known,
  deploy: (beacon: string) => Promise<string>,
): Promise<Target> {
  let beacon = "";
  const { truth, ...target } = await proxyOf(deployer, name, known, async (box) => {
    beacon = await deployer.create(BEACON, [box, await deployer.account()]);
    return deploy(beacon);
  });
  return { ...target, truth: { ...(truth as SingleProxy), beacon } };
}

export function withoutPrefix(hex: string): string {
  return hex.slice(2).toLowerCase();
}
