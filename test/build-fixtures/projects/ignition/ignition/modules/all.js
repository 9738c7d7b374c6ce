import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";

export default buildModule("All", (m) => {
  const owner = m.getAccount(0);
  const vault = m.contract("Vault", [owner, 5_000_000_000_000_000_000n, "savings"]);
  const library = m.library("MathLib");
  const ledger = m.contract("Ledger", [], { libraries: { MathLib: library } });
  const legacyToken = m.contract("contracts/legacy/Token.sol:Token", [], { id: "LegacyToken" });
  const token = m.contract("contracts/Token.sol:Token", [], { id: "Token" });
  const proxy = m.contract("Proxy", [token]);
  const factory = m.contract("Factory");
  m.call(factory, "make");
  return { factory, ledger, legacyToken, library, proxy, token, vault };
});
