import { readCompiledVersions } from "../../builds/compiled-versions.ts";
import { findPackagedBuilds } from "../../builds/readers/packaged-builds.ts";
import { isEarlier } from "../../domain/compiler-version.ts";
import type { HostWords, ServiceKey } from "../../errors/host-words.ts";
import { installCompiler } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { LocalServices } from "../../local/options.ts";
import { startLocalServices } from "../../local/start.ts";
import { trackAbandonedCall } from "../../services/http/limited-signal.ts";
import { type LocalCompiler, readShortVersion } from "../../solidity/compilers/find-compilers.ts";
import { formatCount, joinFirst } from "../../text/amounts.ts";
import type { Host } from "../host.ts";
import { createCommandLine, parseTimeout, splitList } from "../request.ts";
import type { CommandRun } from "../show-run.ts";

export const serve: CommandRun<"serve"> = async (args, host, { stdout }, signal) => {
  const { compileTimeout } = args;
  const print = (text: string): void => void stdout.write(`${text}\n`);
  try {
    const starting = startLocalServices({
      chain: { rpcUrl: await host.nodeUrl() },
      ports: { verification: args.verificationPort, query: args.queryPort, status: args.statusPort },
      allowedOrigins: args.allowOrigin === undefined ? [] : splitList(args.allowOrigin),
      compilers: await host.compilers(),
      onForgotten: (records) =>
        print(
          `The node was restarted or reverted: dropped ${formatCount(records, "record")} from its previous chain.`,
        ),
      compileTimeLimitMs:
        compileTimeout === undefined ? undefined : parseTimeout(compileTimeout, "--compile-timeout") * 1_000,
    });
    const started = await Promise.race([starting, waitForAbort(signal)]);
    if (started === undefined) {
      // Stopped before startup completed. If the services start later, they are closed.
      trackAbandonedCall(starting.then((services) => services.close()));
    } else {
      await using services = started;
      print(formatAnnouncement(services, host, await formatCompilers(services.compilers, host)));
      await waitForAbort(signal);
    }
    print("Stopped.");
    return 0;
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    throw error.for({ words: host.words, line: createCommandLine("serve", args, host) });
  }
};

function formatAnnouncement(services: LocalServices, { network, words }: Host, compilers: string): string {
  const { chainId, verification, query, explorer, status } = services;
  return `Local services for chain ${chainId}, network ${network.name}

  Verification service  ${verification.url}
  Query service         ${query.url}
  Explorer              ${explorer.url} (Etherscan's API)
  Status service        ${status.url}
${compilers}

In ${words.configFile}:

${formatConfiguration(services, words)}

Results are kept in memory. Stop with Ctrl-C.`;
}

/** The number of versions that fit on one line. */
const MOST_SHOWN = 6;

async function formatCompilers(
  compilers: readonly LocalCompiler[],
  { projectPaths }: Pick<Host, "projectPaths">,
): Promise<string> {
  const { artifacts, root } = await projectPaths();
  const versions = await Promise.all(compilers.map(readShortVersion));
  const shown = new Set(compilers.map(({ path }, index) => versions[index] ?? path));
  const newestFirst = [...shown].sort((one, other) => (isEarlier(one, other) ? 1 : -1));
  const has = `  Compilers             ${joinFirst(newestFirst, MOST_SHOWN)}`;
  // A compiler whose version is unknown could be any that the builds need.
  if (versions.includes(undefined)) return has;
  const needed = await readCompiledVersions([artifacts, ...findPackagedBuilds(root)]);
  const lacking = needed.filter((version) => !shown.has(version));
  return lacking.length === 0
    ? has
    : `${has}
  Missing               ${lacking.join(", ")}; install, then restart serve:
                        ${installCompiler(...lacking)}`;
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

type Urls = Pick<LocalServices, "chainId"> & Readonly<Record<ServiceKey, { readonly url: string }>>;

export function formatConfiguration(
  { chainId, verification, query, status }: Urls,
  { configFile, configKey }: Pick<HostWords, "configFile" | "configKey">,
): string {
  const services = { verification, query, status };
  if (configFile.endsWith(".json")) {
    const ofChain = Object.entries(services).map(([name, { url }]) => [name, { url }]);
    return indent(JSON.stringify({ chains: { [chainId]: Object.fromEntries(ofChain) } }, null, 2));
  }
  const lines = Object.entries(services).map(([name, { url }]) => `    ${name}: { url: "${url}" },`);
  const chains = ["chains: {", `  ${chainId}: {`, ...lines, "  },", "},"].join("\n");
  return indent(configKey === undefined ? chains : `${configKey}: {\n${indent(chains)}\n},`);
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
