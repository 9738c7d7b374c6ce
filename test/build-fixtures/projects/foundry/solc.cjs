#!/usr/bin/env node
// Wraps the solc package like a native compiler, with the options that forge uses.
const { readFileSync } = require("node:fs");
const solc = require("solc");

if (process.argv.includes("--version")) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`);
} else if (process.argv.includes("--standard-json")) {
  process.stdout.write(solc.compile(readFileSync(0, "utf8")));
} else {
  process.stderr.write(`Unknown options: ${process.argv.slice(2).join(" ")}\n`);
  process.exitCode = 1;
}
