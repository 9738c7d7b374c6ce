// A soljson.js that answers known inputs with kept outputs, and compiles others with the real 0.8.28.
const { solcOf } = require("./solc.ts");

const { longVersion, compile } = solcOf("0.8.28");
const functions = { solidity_version: longVersion, solidity_compile: compile, solidity_reset: () => {} };

module.exports = {
  _solidity_version: longVersion,
  _solidity_compile: compile,
  _solidity_reset: () => {},
  cwrap: (name) => functions[name],
};
