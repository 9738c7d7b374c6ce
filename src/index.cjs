"use strict";

// The target of require(). Hardhat 3 configurations are ES modules; most Hardhat 2 configurations aren't.
module.exports = require("./index.js");
