import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { type BenchProject, benchProject, compilerOf } from "./bench-project.ts";
import { startNode } from "./hardhat.ts";

/** A project configured for a node and the local services of that node. */
export interface BenchStage extends AsyncDisposable {
  readonly project: BenchProject;
  readonly nodeUrl: string;
  readonly services: LocalServices;
}

/**
 * @param workers Workers of the verification service. A single one is warm after its first verification. @default the
 * services' default
 */
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
