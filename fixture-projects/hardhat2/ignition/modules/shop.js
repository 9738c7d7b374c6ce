const { buildModule } = require("@nomicfoundation/hardhat-ignition/modules");

module.exports = buildModule("Shop", (m) => {
  const token = m.contract("Token", ["Shop Token", "SHOP", 5n]);
  const market = m.contract("Market", [token]);
  m.call(market, "open");
  return { token, market };
});
