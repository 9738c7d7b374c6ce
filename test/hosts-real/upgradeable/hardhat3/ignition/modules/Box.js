import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";

// From Hardhat's guide to upgradeable contracts.
export default buildModule("BoxProxy", (m) => {
  const owner = m.getAccount(0);
  const box = m.contract("Box");
  const stored = m.encodeFunctionCall(box, "store", [42n]);
  const proxy = m.contract("TransparentUpgradeableProxy", [box, owner, stored]);
  const adminAddress = m.readEventArgument(proxy, "AdminChanged", "newAdmin");
  const admin = m.contractAt("ProxyAdmin", adminAddress);
  return { admin, proxy };
});
