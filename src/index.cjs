"use strict";

// The target of require(): the configuration of Hardhat 3 is an ES module, that of Hardhat 2 mostly is not.
module.exports = require("./index.js");
