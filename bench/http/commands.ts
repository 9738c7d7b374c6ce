import { benchStage } from "../support/bench-stage.ts";
import { deploy } from "../support/deploy.ts";
import { kib, median, rounded, table } from "../support/figures.ts";
import { generateLargeContract } from "../support/generate-large-contract.ts";
import { measure } from "../support/hardhat.ts";
import { type LineOptions, type SlowLine, startSlowLine, type Traffic } from "../support/slow-line.ts";

const PARTS = 200;
const SOURCES_LENGTH = 4 * 1024 * 1024;

const COMMANDS = {
  // The peer defaults to the production profile, and sends everything again if that doesn't match.
  peer: ["verify", "sourcify", "--build-profile", "default"],
  ours: ["verify-contract"],
} as const;

/** The cost of one command: its process, and its traffic. */
interface Cost extends Omit<Traffic, "seconds"> {
  readonly wallSeconds: number;
  /** From the first connection to the last received byte, including the waits between polls. */
  readonly lineSeconds: number;
}

const FIGURES = [
  "wallSeconds",
  "lineSeconds",
  "busySeconds",
  "bytesUp",
  "bytesDown",
  "connections",
  "requests",
] as const satisfies readonly (keyof Cost)[];

/** Measures whole commands that submit one contract with megabytes of sources. Each run has its own deployment. */
export async function compareCommands(line: LineOptions, runs: number) {
  console.log(
    `\nOne contract of ${PARTS + 1} files and ${kib(SOURCES_LENGTH)} KiB, verified over the slow line`,
  );
  await using stage = await benchStage("http", generateLargeContract(PARTS, SOURCES_LENGTH), 1);
  const { project, nodeUrl, services } = stage;
  await using slowLine = await startSlowLine(services.verification.url, line);
  await project.configure(nodeUrl, slowLine.url);
  await succeed(project.path, ["build", "--no-tests"]);

  const verify = async (tool: keyof typeof COMMANDS): Promise<Cost> => {
    // To a service, the same code at another address is a new contract.
    const { address } = await deploy(nodeUrl, project.path, 0);
    return await costOf(slowLine, project.path, [...COMMANDS[tool], address, "--network", "localhost"]);
  };
  await verify("ours");
  const costs: Record<keyof typeof COMMANDS, Cost[]> = { peer: [], ours: [] };
  for (let run = 0; run < runs; run++) {
    for (const tool of run % 2 === 0 ? (["peer", "ours"] as const) : (["ours", "peer"] as const)) {
      costs[tool].push(await verify(tool));
    }
  }

  const peer = medianCost(costs.peer);
  const ours = medianCost(costs.ours);
  console.log(
    table([
      ["", "wall s", "first to last byte s", "line busy s", "KiB up", "KiB down", "connections", "requests"],
      ["hardhat-verify", ...cells(peer)],
      ["hardhat-verify-contract", ...cells(ours)],
    ]),
  );
  const ratios = Object.fromEntries(FIGURES.map((name) => [name, rounded(peer[name] / ours[name], 4)]));
  const wallSecondsOfRuns = { peer: wallSecondsOf(costs.peer), ours: wallSecondsOf(costs.ours) };
  return { peer, ours, ratios, wallSecondsOfRuns };
}

async function costOf(slowLine: SlowLine, project: string, args: readonly string[]): Promise<Cost> {
  slowLine.take();
  const wallSeconds = await succeed(project, args);
  const { seconds: lineSeconds, ...traffic } = slowLine.take();
  return { wallSeconds, lineSeconds, ...traffic };
}

async function succeed(project: string, args: readonly string[]): Promise<number> {
  const { exitCode, output, seconds } = await measure(project, args);
  if (exitCode !== 0) throw new Error(`${args.join(" ")}: exit code ${exitCode}\n${output}`);
  return seconds;
}

function wallSecondsOf(costs: readonly Cost[]): readonly number[] {
  return costs.map(({ wallSeconds }) => rounded(wallSeconds));
}

function medianCost(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost): number => rounded(median(costs.map((cost) => cost[name])));
  return {
    wallSeconds: of("wallSeconds"),
    lineSeconds: of("lineSeconds"),
    busySeconds: of("busySeconds"),
    bytesUp: of("bytesUp"),
    bytesDown: of("bytesDown"),
    connections: of("connections"),
    requests: of("requests"),
  };
}

function cells(cost: Cost): readonly string[] {
  return [
    cost.wallSeconds.toFixed(2),
    cost.lineSeconds.toFixed(2),
    cost.busySeconds.toFixed(2),
    kib(cost.bytesUp),
    kib(cost.bytesDown),
    String(cost.connections),
    String(cost.requests),
  ];
}
