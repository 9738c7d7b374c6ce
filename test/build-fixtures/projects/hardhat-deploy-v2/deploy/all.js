import { artifacts, deployScript } from "../rocketh/deploy.js";

export default deployScript(
  async ({ deploy, deployViaProxy, execute, namedAccounts: { deployer } }) => {
    const common = { account: deployer };

    await deploy("Vault", {
      ...common,
      artifact: artifacts.Vault,
      args: [deployer, 5_000_000_000_000_000_000n, "savings"],
    });
    const library = await deploy("MathLib", { ...common, artifact: artifacts.MathLib });
    await deploy(
      "Ledger",
      { ...common, artifact: artifacts.Ledger },
      { libraries: { MathLib: library.address } },
    );
    const token = artifacts.contracts_Token_sol_Token;
    await deploy("LegacyToken", { ...common, artifact: artifacts.contracts_legacy_Token_sol_Token });
    await deploy("SaltedToken", { ...common, artifact: token }, { deterministic: true });
    await deployViaProxy("Counter", { ...common, artifact: token }, { proxyContract: "ERC173Proxy" });
    const factory = await deploy("Factory", { ...common, artifact: artifacts.Factory });
    await execute(factory, { ...common, functionName: "make", args: [] });
  },
  { tags: ["all"] },
);
