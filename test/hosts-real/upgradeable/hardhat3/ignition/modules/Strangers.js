import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";

// Proxies of someone else's contracts, and a contract that only contractAt names.
export default buildModule("Strangers", (m) => {
  const owner = m.getAccount(0);
  // The selectors of value() and count().
  const [copy, twin] = Object.entries({ copy: "0x3fa4f245", twin: "0x06661abd" }).map(([name, call]) =>
    m.contract("TransparentUpgradeableProxy", [m.getParameter(name), owner, call], { id: `proxyOf_${name}` }),
  );
  const box = m.contractAt("Box", m.getParameter("box"));
  return { copy, twin, box };
});
