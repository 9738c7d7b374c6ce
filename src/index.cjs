"use strict";

// What require() finds: the configuration of Hardhat 3 is an ES module, that of Hardhat 2 mostly is not.

if (globalThis.__hardhatContext !== undefined) {
  const { wrongEntry } = require("./hardhat2.js");
  throw wrongEntry();
}

module.exports = require("./index.js");
