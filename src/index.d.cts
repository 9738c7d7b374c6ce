/**
 * The plugin of Hardhat 3, whose configurations are ES modules. In the configuration of Hardhat 2 load
 * `hardhat-verify-contract/hardhat2`.
 */
declare const plugin: { readonly default: { readonly id: string } };
export = plugin;
