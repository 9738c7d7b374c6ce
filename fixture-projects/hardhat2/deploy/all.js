module.exports = async ({ deployments, getNamedAccounts }) => {
  const { deploy, execute } = deployments;
  const { deployer } = await getNamedAccounts();
  const from = { from: deployer };

  const token = await deploy("Token", { ...from, args: ["Real Token", "REAL", 1_000_000n] });
  const names = await deploy("Names", from);
  await deploy("Registry", { ...from, libraries: { Names: names.address } });
  await deploy("Market", { ...from, args: [token.address] });
  await execute("Market", from, "open");
  await deploy("SaltedRegistry", {
    ...from,
    contract: "Registry",
    libraries: { Names: names.address },
    deterministicDeployment: true,
  });
  await deploy("Counter", {
    ...from,
    contract: "Box",
    proxy: {
      proxyContract: "OptimizedTransparentProxy",
      execute: { init: { methodName: "initialize", args: [1] } },
    },
  });
};
