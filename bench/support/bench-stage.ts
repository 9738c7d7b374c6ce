import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { type BenchProject, benchProject, compilerOf } from "./bench-project.ts";
import { startNode } from "./hardhat.ts";

/** A project, a node for its deployments, and local services of that node, which the project is configured for. */
export interface BenchStage extends AsyncDisposable {
  readonly project: BenchProject;
  readonly nodeUrl: string;
  readonly services: LocalServices;
}

/** @param workers Of the verification service; one is warm after the first verification. @default the services' own */
export async function benchStage(
  name: string,
  contracts: Parameters<typeof benchProject>[1],
  workers?: number,
): Promise<BenchStage> {
  await using started = new AsyncDisposableStack();
  const project = started.use(await benchProject(name, contracts));
  const node = started.use(await startNode(project.path));
  const services = started.use(
    await startLocalServices({
      chain: { rpcUrl: node.url },
      compilers: [compilerOf(project)],
      ...(workers === undefined ? {} : { workers }),
    }),
  );
  await project.configure(node.url, services.verification.url);
  const all = started.move();
  return {
    project,
    nodeUrl: node.url,
    services,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
