const { ethers, upgrades } = require("hardhat");

const address = async (contract) => (await contract.waitForDeployment()).getAddress();

async function main() {
  const [owner] = await ethers.getSigners();
  const factory = (name) => ethers.getContractFactory(name);
  if (process.env.UPGRADE !== undefined) {
    await address(await upgrades.upgradeProxy(process.env.UPGRADE, await factory("BoxV2")));
    return process.stdout.write("{}\n");
  }
  const box = await upgrades.deployProxy(await factory("Box"), [42]);
  const vault = await upgrades.deployProxy(await factory("Vault"), [owner.address], { kind: "uups" });
  const beacon = await upgrades.deployBeacon(await factory("Lamp"));
  await beacon.waitForDeployment();
  const lamps = [];
  for (const isOn of [true, false])
    lamps.push(await upgrades.deployBeaconProxy(beacon, await factory("Lamp"), [isOn]));
  process.stdout.write(
    JSON.stringify({
      box: await address(box),
      vault: await address(vault),
      beacon: await address(beacon),
      lamps: await Promise.all(lamps.map(address)),
    }),
  );
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
