import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { benchStage } from "../support/bench-stage.ts";
import { succeed, succeedPlain, type Tool, VERIFY } from "../support/commands.ts";
import { deploy } from "../support/deploy.ts";
import { rounded } from "../support/figures.ts";
import { generateContracts } from "../support/generate-contracts.ts";
import type { Measured } from "../support/hardhat.ts";

export interface BuildSize {
  readonly contracts: number;
  /** The number of build-infos; 1 if a single one contains all contracts. */
  readonly builds: number;
  readonly inputMb: number;
  readonly outputMb: number;
}

interface VerifyOptions {
  readonly isNamed?: boolean;
  readonly address?: string;
}

interface Verified extends Measured {
  readonly address: string;
}

/** Compiles contracts in one build and passes them to a callback that verifies deployments of the last one. */
export async function withBuild<Result>(
  contracts: number,
  functions: number,
  use: (ready: {
    readonly build: BuildSize;
    /** The URL of the verification service, which runs in this process. */
    readonly serviceUrl: string;
    /**
     * Deploys the last contract, the worst case for a search from the front, and verifies it.
     *
     * @param options `isNamed`: pass `--contract`. `address`: verify this earlier deployment again.
     */
    readonly verify: (tool: Tool, options?: VerifyOptions) => Promise<Verified>;
    /** Runs an empty task to measure Hardhat itself. */
    readonly doNothing: () => Promise<Measured>;
  }) => Promise<Result>,
): Promise<Result> {
  await using stage = await benchStage("find-build", generateContracts(contracts, functions), 1);
  const { project, nodeUrl, services } = stage;
  console.log(`\nCompiling ${contracts} contracts in one build`);
  await succeed(project.path, ["build", "--no-tests"]);
  const build = { contracts, ...(await sizeOf(path.join(project.path, "artifacts/build-info"))) };
  const serviceUrl = services.verification.url;
  return await use({
    build,
    serviceUrl,
    verify: async (tool, { isNamed = false, address: earlier } = {}) => {
      // To a service, the same code at another address is a new contract.
      const last = contracts - 1;
      const address = earlier ?? (await deploy(nodeUrl, project.path, last)).address;
      const name = isNamed ? ["--contract", `contracts/Item${last}.sol:Item${last}`] : [];
      const measured =
        tool === "cli"
          ? await succeedPlain(project.path, { nodeUrl, serviceUrl }, [...name, address])
          : await succeed(project.path, [...VERIFY[tool], ...name, address]);
      return { ...measured, address };
    },
    doNothing: () => succeed(project.path, ["nothing"]),
  });
}

export function describeBuild({ contracts, builds, inputMb, outputMb }: BuildSize): string {
  return `${contracts} contracts, ${builds} build-info: ${inputMb} MB of input, ${outputMb} MB of output`;
}

async function sizeOf(folder: string): Promise<Omit<BuildSize, "contracts">> {
  const names = await readdir(folder);
  const outputs = names.filter((name) => name.endsWith(".output.json"));
  const inputs = names.filter((name) => name.endsWith(".json") && !outputs.includes(name));
  return {
    builds: inputs.length,
    inputMb: await megabytes(folder, inputs),
    outputMb: await megabytes(folder, outputs),
  };
}

async function megabytes(folder: string, names: readonly string[]): Promise<number> {
  const files = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  return rounded(files.reduce((sum, { size }) => sum + size, 0) / 1024 / 1024);
}
