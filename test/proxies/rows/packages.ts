import type { ContractPath, Deployer } from "../deployer.ts";
import { type Row, row, type Target } from "../truth.ts";
import { behindBeacon, CLONE_ARGUMENTS, proxyOf, STORE_7, withoutPrefix } from "./make.ts";

const OLD = "openzeppelin-4/proxy";
const NEW = "@openzeppelin/contracts/proxy";
const UUPS = "contracts/Boxes.sol:UupsBox";
const MAKER = "contracts/Maker.sol:Maker";

const EIP1967 = /1967/;
const EIP1167 = /1167/;

export const OPENZEPPELIN: readonly Row[] = [
  row("OZ4/OZ5 Transparent, OZ4/OZ5 ERC1967Proxy", async (deployer) => {
    const admin = await deployer.account();
    const transparent = (folder: string): ContractPath =>
      `${folder}/transparent/TransparentUpgradeableProxy.sol:TransparentUpgradeableProxy`;
    const plain = (folder: string): ContractPath => `${folder}/ERC1967/ERC1967Proxy.sol:ERC1967Proxy`;
    const contract = "TransparentUpgradeableProxy";
    const known = { kind: EIP1967, contract };
    return [
      await proxyOf(deployer, "OZ4 transparent", known, (box) =>
        deployer.create(transparent(OLD), [box, admin, "0x"]),
      ),
      await proxyOf(deployer, "OZ5 transparent", known, (box) =>
        deployer.create(transparent(NEW), [box, admin, STORE_7]),
      ),
      await proxyOf(deployer, "OZ4 ERC1967Proxy", { kind: EIP1967, contract: "ERC1967Proxy" }, (box) =>
        deployer.create(plain(OLD), [box, "0x"]),
      ),
      await proxyOf(
        deployer,
        "OZ5 ERC1967Proxy of a UUPS implementation",
        { kind: EIP1967, contract: "ERC1967Proxy", implementation: UUPS },
        (box) => deployer.create(plain(NEW), [box, STORE_7]),
      ),
    ];
  }),
  row("OZ5 BeaconProxy", async (deployer) => {
    const known = { kind: /beacon/i, contract: "BeaconProxy" };
    const deploy = (beacon: string) =>
      deployer.create(`${NEW}/beacon/BeaconProxy.sol:BeaconProxy`, [beacon, STORE_7]);
    return [await behindBeacon(deployer, "OZ5 BeaconProxy", known, deploy)];
  }),
  row("OZ Clones.clone, newer Vyper bytes (EIP-1167)", async (deployer) => {
    const maker = await deployer.create(MAKER);
    return [
      await proxyOf(deployer, "OZ Clones.clone", { kind: EIP1167, isInCode: true }, (box) =>
        deployer.make(MAKER, maker, "openzeppelinClone", [box]),
      ),
      // The init code is Vyper's; the runtime code is the standard's.
      await proxyOf(deployer, "newer Vyper", { kind: EIP1167, isInCode: true }, (box) =>
        deployer.createBy(
          `0x602d3d8160093d39f3363d3d373d3d3d363d73${withoutPrefix(box)}5af43d82803e903d91602b57fd5bf3`,
        ),
      ),
    ];
  }),
  row("OZ5 cloneWithImmutableArgs, solady clone(args)", async (deployer) => {
    const maker = await deployer.create(MAKER);
    return [
      await proxyOf(deployer, "OZ5 cloneWithImmutableArgs", { kind: EIP1167, isInCode: true }, (box) =>
        deployer.make(MAKER, maker, "openzeppelinCloneWithArguments", [box, CLONE_ARGUMENTS]),
      ),
      await proxyOf(deployer, "solady clone(args)", { kind: EIP1167, isInCode: true }, (box) =>
        deployer.make(MAKER, maker, "soladyCloneWithArguments", [box, CLONE_ARGUMENTS]),
      ),
    ];
  }),
];

const FACTORY = "solady/src/utils/ERC1967Factory.sol:ERC1967Factory";
const BEACON_KIND = /beacon/i;

export const SOLADY: readonly Row[] = [
  row("solady ERC1967, I, both with args, ERC1967Factory proxy", async (deployer) => {
    const maker = await deployer.create(MAKER);
    const made = (name: string, more: readonly unknown[] = []) =>
      proxyOf(deployer, `solady ${name}`, { kind: /7760/ }, (box) =>
        deployer.make(MAKER, maker, name, [box, ...more]),
      );
    const factory = await deployer.create(FACTORY);
    const admin = await deployer.account();
    return [
      await made("soladyErc1967"),
      await made("soladyErc1967WithArguments", [CLONE_ARGUMENTS]),
      await made("soladyErc1967I"),
      await made("soladyErc1967IWithArguments", [CLONE_ARGUMENTS]),
      await proxyOf(deployer, "solady ERC1967Factory", { kind: /1967/ }, (box) =>
        deployer.make(FACTORY, factory, "deploy", [box, admin]),
      ),
    ];
  }),
  row("OZ4 BeaconProxy, solady beacon, I-beacon, both with args", async (deployer) => {
    const maker = await deployer.create(MAKER);
    const made = (name: string, more: readonly unknown[] = []) =>
      behindBeacon(deployer, `solady ${name}`, { kind: BEACON_KIND }, (beacon) =>
        deployer.make(MAKER, maker, name, [beacon, ...more]),
      );
    return [
      await behindBeacon(
        deployer,
        "OZ4 BeaconProxy",
        { kind: BEACON_KIND, contract: "BeaconProxy" },
        (beacon) =>
          deployer.create("openzeppelin-4/proxy/beacon/BeaconProxy.sol:BeaconProxy", [beacon, "0x"]),
      ),
      await made("soladyBeacon"),
      await made("soladyBeaconWithArguments", [CLONE_ARGUMENTS]),
      await made("soladyBeaconI"),
      await made("soladyBeaconIWithArguments", [CLONE_ARGUMENTS]),
    ];
  }),
  row("solady clone / 0age form", async (deployer) => [await cloned(deployer, "soladyClone")]),
  row("solady clone_PUSH0", async (deployer) => [await cloned(deployer, "soladyClonePush0")]),
];

async function cloned(deployer: Deployer, name: string): Promise<Target> {
  const maker = await deployer.create(MAKER);
  return proxyOf(deployer, name, { kind: /1167/, isInCode: true }, (box) =>
    deployer.make(MAKER, maker, name, [box]),
  );
}
