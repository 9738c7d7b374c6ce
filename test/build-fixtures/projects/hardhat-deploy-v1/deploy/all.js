module.exports = async ({ deployments, getNamedAccounts }) => {
  const { deploy, execute } = deployments;
  const { deployer } = await getNamedAccounts();
  const common = { from: deployer };

  await deploy("Vault", { ...common, args: [deployer, 5_000_000_000_000_000_000n, "savings"] });
  const library = await deploy("MathLib", common);
  await deploy("Ledger", { ...common, libraries: { MathLib: library.address } });
  await deploy("LegacyToken", { ...common, contract: "contracts/legacy/Token.sol:Token" });
  await deploy("SaltedToken", {
    ...common,
    contract: "contracts/Token.sol:Token",
    deterministicDeployment: true,
  });
  await deploy("Counter", {
    ...common,
    contract: "contracts/Token.sol:Token",
    proxy: { proxyContract: "OptimizedTransparentProxy" },
  });
  await deploy("Factory", common);
  await execute("Factory", common, "make");
};
