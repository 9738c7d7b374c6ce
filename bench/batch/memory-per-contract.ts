import { writeFile } from "node:fs/promises";
import path from "node:path";
import { benchStage } from "../support/bench-stage.ts";
import { succeed } from "../support/commands.ts";
import { deployEach } from "../support/deploy.ts";
import { FUNCTIONS_OF_A_SMALL_ONE, generateContracts } from "../support/generate-contracts.ts";
import { CHAIN_ID } from "../support/hardhat.ts";

/** Few different contracts, each deployed many times, so the build files don't affect the result. */
const DIFFERENT = 8;

/**
 * Returns the bytes that each contract of a long run leaves in memory. Garbage is collected before each of the two
 * measurements. The run also searches for the creation transactions.
 */
export async function memoryPerContract(from: number, to: number): Promise<number> {
  await using stage = await benchStage(
    "batch-memory",
    generateContracts(DIFFERENT, FUNCTIONS_OF_A_SMALL_ONE),
  );
  const { project, nodeUrl } = stage;
  await succeed(project.path, ["build", "--no-tests"]);
  const deployed = await deployEach(nodeUrl, project.path, to, DIFFERENT);
  const contracts = deployed.map(({ address }) => ({ address }));
  const manifest = { schema: "verify-contract-deployments/1", chainId: CHAIN_ID, contracts };
  await writeFile(path.join(project.path, "deployments.json"), JSON.stringify(manifest));
  await writeFile(path.join(project.path, "measure.ts"), scriptOf(from, to));
  const { output } = await succeed(
    project.path,
    ["run", "--no-compile", "--network", "localhost", "measure.ts"],
    ["--expose-gc"],
  );
  const bytes = /^BYTES_PER_CONTRACT (-?\d+)$/m.exec(output)?.[1];
  if (bytes === undefined) throw new Error(`not all were verified:\n${output}`);
  return Number(bytes);
}

function scriptOf(from: number, to: number): string {
  return `import hre from "hardhat";
import { verifyDeployments } from "hardhat-verify-contract/verify";

const held = () => {
  for (let round = 0; round < 3; round++) gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
const bytes = new Map();
let ended = 0;
const onProgress = (event) => {
  if (event.type !== "ended") return;
  ended += 1;
  if (ended === ${from} || ended === ${to}) bytes.set(ended, held());
};
const { summary } = await verifyDeployments({ deployments: ["deployments.json"], onProgress }, hre);
if (summary.outcomes.verified === ${to})
  console.log("BYTES_PER_CONTRACT " + Math.round((bytes.get(${to}) - bytes.get(${from})) / ${to - from}));
else console.log(JSON.stringify(summary));
`;
}
