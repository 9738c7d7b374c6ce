/**
 * The Hardhat 3 plugin. Hardhat 3 configurations are ES modules. In a Hardhat 2 configuration, load
 * `hardhat-verify-contract/hardhat2` instead.
 */
declare const plugin: { readonly default: { readonly id: string } };
export = plugin;
