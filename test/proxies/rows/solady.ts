import type { Deployer } from "../deployer.ts";
import { type Row, row, type Target } from "../truth.ts";
import { behindBeacon, CLONE_ARGUMENTS, proxyOf } from "./make.ts";

const MAKER = "contracts/Maker.sol:Maker";
const FACTORY = "solady/src/utils/ERC1967Factory.sol:ERC1967Factory";
const BEACON_KIND = /beacon/i;

export const SOLADY: readonly Row[] = [
  row("solady ERC1967, I, both with args, ERC1967Factory proxy", async (deployer) => {
    const maker = await deployer.create(MAKER);
    const made = (name: string, more: readonly unknown[] = []) =>
      proxyOf(deployer, `solady ${name}`, { kind: /1967/ }, (box) =>
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
