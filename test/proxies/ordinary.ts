import type { ContractPath, Deployer } from "./deployer.ts";
import type { Target } from "./truth.ts";

const OWN = "contracts/Ordinary.sol";
const BOXES = "contracts/Boxes.sol";
const NEW = "@openzeppelin/contracts";
const SAFE = "@safe-global/safe-contracts/contracts";

/** Init code of the CREATE2 deployer of most chains, which was written by hand. */
const CREATE2_DEPLOYER =
  "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";

/** Contracts that are no proxies, whatever they know of proxies. */
export async function deployOrdinary(deployer: Deployer): Promise<readonly Target[]> {
  const account = await deployer.account();
  const box = await deployer.create(`${BOXES}:Box`);
  const list: readonly (readonly [path: ContractPath, args?: readonly unknown[]])[] = [
    [`${OWN}:Coin`],
    [`${OWN}:Picture`],
    [`${OWN}:Items`],
    [`${OWN}:SeveralAtOnce`],
    [`${OWN}:SlotReader`],
    [`${OWN}:AlwaysOne`],
    [`${OWN}:NamesImplementation`, [box]],
    [`${OWN}:Relay`, [box]],
    [`${OWN}:Modules`],
    [`${OWN}:Refuses`],
    [`${BOXES}:UupsBox`],
    [`${BOXES}:ProxiableBox`],
    ["contracts/Maker.sol:Maker"],
    ["contracts/Diamonds.sol:LoupeFacet"],
    [`${NEW}/proxy/beacon/UpgradeableBeacon.sol:UpgradeableBeacon`, [box, account]],
    [`${NEW}/proxy/transparent/ProxyAdmin.sol:ProxyAdmin`, [account]],
    [`${NEW}/governance/TimelockController.sol:TimelockController`, [60, [account], [account], account]],
    [`${SAFE}/Safe.sol:Safe`],
    [`${SAFE}/libraries/MultiSend.sol:MultiSend`],
    [`${SAFE}/proxies/SafeProxyFactory.sol:SafeProxyFactory`],
    ["solady/src/utils/ERC1967Factory.sol:ERC1967Factory"],
    ["solady/src/utils/UpgradeableBeacon.sol:UpgradeableBeacon", [account, box]],
  ];
  const targets: Target[] = [];
  for (const [path, args] of list) {
    const contract = path.slice(path.indexOf(":") + 1);
    const address = await deployer.create(path, args);
    targets.push({ name: path, address, contract, truth: { is: "no-proxy" } });
  }
  const address = await deployer.place(CREATE2_DEPLOYER);
  return [...targets, { name: "CREATE2 deployer", address, truth: { is: "no-proxy" } }];
}
