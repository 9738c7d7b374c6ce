#!/usr/bin/env node
import module from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`hardhat-verify-contract needs Node 22.13 or newer; this is ${process.version}.\n`);
  process.exitCode = 2;
} else {
  // The compile cache must be enabled before any other module is loaded. Node versions that are too old must not load
  // the other modules.
  module.enableCompileCache?.();
  const { main } = await import("./internal/hosts/cli/main.ts");
  await main(process.argv.slice(2));
}
