// npm run bench:memory [-- --megabytes 1024]
//
// Verifies a contract with a Hardhat 2 build-info larger than V8's string limit, using the Hardhat task and the plain
// command line (`cliPeakMb`). @nomicfoundation/hardhat-verify doesn't read build-infos of Hardhat 2, so its handling of
// such a large compiler output is measured with a Hardhat 3 build-info, for a named contract.
import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { benchStage } from "./support/bench-stage.ts";
import { succeed, succeedPlain, VERIFY } from "./support/commands.ts";
import { costOf, describe } from "./support/cost.ts";
import { deploy, deployCode } from "./support/deploy.ts";
import { rounded } from "./support/figures.ts";
import { writeHardhat2BuildInfo } from "./support/generate-build-info.ts";
import { generateContracts } from "./support/generate-contracts.ts";
import { measure } from "./support/hardhat.ts";

const MIB = 1024 * 1024;
/** Just above V8's string limit. */
const TOO_LONG_BYTES = 513 * MIB;

const { values } = parseArgs({ options: { megabytes: { type: "string", default: "1024" } } });

await using stage = await benchStage("memory", generateContracts(1), 1);
const { project, nodeUrl, services } = stage;
const folder = await mkdtemp(path.join(tmpdir(), "bench-memory-build-info-"));
try {
  const file = path.join(folder, "large.json");
  const { bytes, contracts, contract } = await writeHardhat2BuildInfo(file, Number(values.megabytes) * MIB);
  const megabytes = rounded(bytes / MIB, 0);
  console.log(`A build-info of ${megabytes} MB with ${contracts} contracts`);
  const named = async () => {
    const { address } = await deployCode(nodeUrl, contract.abi, contract.bytecode);
    return ["--build-info", file, address];
  };
  const ours = costOf(await succeed(project.path, [...VERIFY.ours, ...(await named())]));
  console.log(`hardhat-verify-contract, in Hardhat ${describe(ours)}`);
  const urls = { nodeUrl, serviceUrl: services.verification.url };
  const cli = costOf(await succeedPlain(project.path, urls, await named()));
  console.log(`hardhat-verify-contract, plain      ${describe(cli)}`);

  const peer = await peerWithLongOutput();
  console.log(`hardhat-verify                      exit code ${peer.exitCode}: ${peer.message}`);
  const cliPeakMb = cli.peakMb;
  console.log(
    JSON.stringify({ bench: "memory", megabytes, contracts, ours, cli, cliPeakMb, peerWithLongOutput: peer }),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs the peer on a project with a single contract, whose compiler output is padded with spaces. */
async function peerWithLongOutput() {
  await succeed(project.path, ["build", "--no-tests"]);
  const builds = path.join(project.path, "artifacts/build-info");
  const output = (await readdir(builds)).find((name) => name.endsWith(".output.json"));
  if (output === undefined) throw new Error("no compiler output");
  const spaces = Buffer.alloc(MIB, " ");
  for (let bytes = 0; bytes < TOO_LONG_BYTES; bytes += MIB)
    await appendFile(path.join(builds, output), spaces);

  const { address } = await deploy(nodeUrl, project.path, 0);
  const named = ["--contract", "contracts/Item0.sol:Item0", address];
  const measured = await measure(project.path, [...VERIFY.peer, ...named]);
  const lines = measured.output.split("\n").map((line) => line.trim());
  const message =
    lines.find((line) => /string longer/i.test(line)) ?? lines.find((line) => /error/i.test(line)) ?? "";
  return { exitCode: measured.exitCode, ...costOf(measured), message };
}
