// npm run bench:preflight [-- --runs 3]
//
// Measures a preflight over OpenZeppelin's contracts and contracts that extend them: predicted, and compiled
// with `--compile`. Hardhat's compile time of the same project is shown for comparison.
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { benchProject } from "./support/bench-project.ts";
import { median, rounded, table } from "./support/figures.ts";
import { type Measured, measure } from "./support/hardhat.ts";

/** Together with the package's 81 contracts that have code, as many as in OpenZeppelin's repository. */
const EXTENDING = 108;
/** The optimizer is required: without it, P256 has too many local variables. */
const CONFIG = `import { fileURLToPath } from "node:url";
import { defineConfig } from "hardhat/config";
import ours from "hardhat-verify-contract";

const path = fileURLToPath(new URL("./soljson.cjs", import.meta.url));
export default defineConfig({
  plugins: [ours],
  solidity: { version: "0.8.28", path, settings: { optimizer: { enabled: true, runs: 200 } } },
});
`;
const PREFLIGHT = ["verify-contract", "preflight", "--json"];

const { values } = parseArgs({ options: { runs: { type: "string", default: "3" } } });

await using project = await benchProject("preflight", []);
const contracts = path.join(project.path, "contracts");
await cp("node_modules/@openzeppelin/contracts", contracts, { recursive: true });
await rm(path.join(contracts, "build"), { recursive: true, force: true });
await mkdir(path.join(contracts, "own"));
for (let number = 1; number <= EXTENDING; number++)
  await writeFile(path.join(contracts, "own", `Vault${number}.sol`), extending(number));
await writeFile(path.join(project.path, "hardhat.config.ts"), CONFIG);

const build = succeeded(await measure(project.path, ["build", "--no-tests"]));
const predicted: Measured[] = [];
for (let run = 0; run < Number(values.runs); run++)
  predicted.push(succeeded(await measure(project.path, PREFLIGHT)));
const compiled = succeeded(await measure(project.path, [...PREFLIGHT, "--compile"]));
const total = contractsIn(predicted[0]);

const seconds = {
  build: rounded(build.seconds),
  predicted: rounded(median(predicted.map((each) => each.seconds))),
  compiled: rounded(compiled.seconds),
};
console.log(
  table([
    [`${total} contracts`, "seconds"],
    ["hardhat build", String(seconds.build)],
    ["preflight", String(seconds.predicted)],
    ["preflight --compile", String(seconds.compiled)],
  ]),
);
console.log(JSON.stringify({ bench: "preflight", contracts: total, seconds, peakMb: predicted[0]?.peakMb }));

function extending(number: number): string {
  return `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
import {ERC20} from "../token/ERC20/ERC20.sol";
import {Ownable} from "../access/Ownable.sol";
import {ReentrancyGuard} from "../utils/ReentrancyGuard.sol";
contract Vault${number} is ERC20, Ownable, ReentrancyGuard {
  constructor() ERC20("Vault ${number}", "V${number}") Ownable(msg.sender) {}
  function mint(address to, uint256 amount) external onlyOwner nonReentrant { _mint(to, amount + ${number}); }
}
`;
}

function succeeded(run: Measured): Measured {
  if (run.exitCode === 0) return run;
  throw new Error(run.output);
}

function contractsIn(run: Measured | undefined): number {
  const text = run?.output ?? "";
  const report = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as {
    readonly summary: { readonly total: number; readonly ready: number };
  };
  if (report.summary.ready !== report.summary.total) throw new Error("Not all contracts are ready.");
  return report.summary.total;
}
