import { upgrades } from "@openzeppelin/hardhat-upgrades";
import hre from "hardhat";

const address = async (contract) => (await contract.waitForDeployment()).getAddress();

const connection = await hre.network.create();
const { ethers } = connection;
const api = await upgrades(hre, connection);
const [owner] = await ethers.getSigners();
const factory = (name) => ethers.getContractFactory(name);
if (process.env.UPGRADE !== undefined) {
  await address(await api.upgradeProxy(process.env.UPGRADE, await factory("BoxV2")));
  process.stdout.write("{}\n");
} else {
  const box = await api.deployProxy(await factory("Box"), [42]);
  const vault = await api.deployProxy(await factory("Vault"), [owner.address], { kind: "uups" });
  const beacon = await api.deployBeacon(await factory("Lamp"));
  await beacon.waitForDeployment();
  const lamps = [];
  for (const isOn of [true, false])
    lamps.push(await api.deployBeaconProxy(beacon, await factory("Lamp"), [isOn]));
  process.stdout.write(
    JSON.stringify({
      box: await address(box),
      vault: await address(vault),
      beacon: await address(beacon),
      lamps: await Promise.all(lamps.map(address)),
    }),
  );
}
