// npm run test:explorers
//
// Many contracts by one command, at a pace. EXPLORERS_PACE=3 measures the pace of the public explorers, in some minutes.

import { symlink } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { type TemporaryFolder, temporaryFolder } from "../helpers/build-files.ts";
import { deploy } from "../helpers/deploy.ts";
import { FakeExplorer } from "../helpers/explorers/fake-explorer.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { plain } from "../helpers/plain-cli.ts";
import { fixtureProject } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";

const CONTRACTS = 200;
const REQUESTS_PER_SECOND = Number(process.env.EXPLORERS_PACE ?? 50);
/** The last job is followed to its end, and the machine may be busy. */
const SLACK_MS = 30_000;

describe("explorers - a batch, at a pace", function () {
  this.timeout(900_000);
  let chain: DevelopmentChain;
  let services: LocalServices;
  let folder: TemporaryFolder;
  let explorer: FakeExplorer;
  let aloneMs: number;

  before(async () => {
    chain = await startDevelopmentChain();
    services = await startLocalServices({ chain: { rpcUrl: chain.rpcUrl } });
    const project = await fixtureProject("explorers");
    const artifact = await project.artifact("contracts/Fixed.sol", "Fixed");
    const contracts: { address: string }[] = [];
    for (let limit = 0; limit < CONTRACTS; limit++) {
      const { address } = await deploy(chain, artifact, { args: [limit] });
      contracts.push({ address });
    }
    folder = await temporaryFolder();
    explorer = await FakeExplorer.start("etherscan");
    await folder.write("manifest.json", {
      schema: "verify-contract-deployments/1",
      chainId: 31337,
      contracts,
    });
    await configure({});
    await symlink(path.join(project.root, "artifacts"), path.join(folder.path, "artifacts"), "junction");
    // Everything is verified before anything is measured.
    await run();
    aloneMs = (await run()).tookMs;
    const { apiUrl } = explorer;
    await configure({ etherscan: { apiUrl, apiKey: "KEY", requestsPerSecond: REQUESTS_PER_SECOND } });
  });
  after(async () => {
    await explorer?.[Symbol.asyncDispose]();
    await services?.close();
    await chain?.close();
    await folder?.[Symbol.asyncDispose]();
  });

  const configure = (explorers: object): Promise<unknown> =>
    folder.write("verify-contract.config.json", {
      retry: { pollIntervalMs: 5, maxPollIntervalMs: 100 },
      explorers,
    });

  async function run() {
    const before = explorer.asked.length;
    const startedMs = performance.now();
    const { exitCode, stdout, stderr } = await plain(
      folder.path,
      [
        ...[
          "deployments",
          "manifest.json",
          "--rpc-url",
          chain.rpcUrl,
          "--verifier-url",
          services.verification.url,
        ],
        "--json",
      ],
      { XDG_CACHE_HOME: folder.path },
    );
    const tookMs = performance.now() - startedMs;
    assert.equal(exitCode, 0, stderr);
    const { contracts } = parseReport(stdout);
    assert.lengthOf(contracts, CONTRACTS);
    return { tookMs, contracts, asked: explorer.asked.slice(before) };
  }

  const isExact = (contracts: Awaited<ReturnType<typeof run>>["contracts"]): boolean =>
    contracts.every(({ explorers = [] }) =>
      explorers.every(({ state, match }) => state === "shown" && match === "exact"),
    );

  it("should add no more than the pace costs, and never ask faster", async () => {
    const { tookMs, contracts, asked } = await run();
    assert.isTrue(isExact(contracts));
    const paceMs = (asked.length / REQUESTS_PER_SECOND) * 1000;
    process.stdout.write(
      `    ${CONTRACTS} contracts: ${seconds(aloneMs)} without explorers, ${seconds(tookMs)} with one; ${asked.length} requests at ${REQUESTS_PER_SECOND} a second cost ${seconds(paceMs)}\n`,
    );
    assert.isAtMost(tookMs, aloneMs + paceMs + SLACK_MS);
    assert.lengthOf(explorer.askedAt("submit"), CONTRACTS);
    for (const [index, { atMs }] of asked.entries()) {
      const after = asked[index + REQUESTS_PER_SECOND * 2];
      // Requests that start in time may arrive late, and together.
      if (after !== undefined) assert.isAbove(after.atMs - atMs, 1_000);
    }
  });

  it("should ask once for each contract that is there", async () => {
    const { contracts, asked } = await run();
    assert.isTrue(isExact(contracts));
    assert.lengthOf(asked, CONTRACTS);
    assert.isTrue(asked.every(({ all }) => all.action === "getsourcecode"));
  });
});

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
