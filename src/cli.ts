#!/usr/bin/env node
import module from "node:module";

// Nothing else may be loaded before the cache is on, nor by a Node that can't parse it.
module.enableCompileCache?.();
const { main } = await import("./internal/hosts/cli/main.ts");
await main(process.argv.slice(2));
