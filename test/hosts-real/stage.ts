import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type LocalServices, startLocalServices } from "hardhat-verify-contract/local";
import { Anvil } from "../build-fixtures/anvil.ts";
import { printAtExit } from "../helpers/chosen-run.ts";
import { pack } from "../helpers/package/packed.ts";
import { cliIn, type HostUnderTest, hardhat2In, hardhat3In, NETWORK, type Variables } from "./host.ts";
import { copyProject, install } from "./install.ts";
import { deployFoundry, deployHardhat2, FOUNDRY, HARDHAT2 } from "./projects.ts";
import { SCRATCH } from "./scratch.ts";
import { tally } from "./tally.ts";

export const PACKAGES = join(import.meta.dirname, "packages");
export const GUESTS = join(import.meta.dirname, "guests");
/** Packages for the local services. */
const SOURCIFY = "@ethereum-sourcify/lib-sourcify@~3.4.0";
const SOLC = "solc@0.8.28";

/** A built and deployed project, and a copy for each host. */
export interface Place {
  /** Address of the contract that is linked with a library. */
  readonly linked: string;
  readonly hosts: readonly { readonly host: HostUnderTest; readonly folder: string }[];
}

export interface Stage extends AsyncDisposable {
  readonly rpcUrl: string;
  readonly tarball: string;
  readonly foundry: Place;
  readonly hardhat2: Place;
  /** OpenZeppelin's proxy, which no deployment record lists. */
  readonly box: string;
  /** Starts empty local services, with the variables that point to them. */
  readonly services: () => Promise<LocalServices & { readonly env: Variables }>;
}

let opened: Promise<Stage> | undefined;

export function theStage(): Promise<Stage> {
  opened ??= openStage().catch((error: unknown) => {
    tally.failed += 1;
    throw error;
  });
  return opened;
}

async function openStage(): Promise<Stage> {
  const tarball = packTarball();
  const saved = ["--save-dev", tarball, SOURCIFY];
  const [foundryRoot, plainRoot, hardhat2Root, hardhat3Root] = await Promise.all([
    install({ name: "foundry", locked: FOUNDRY, packages: saved }),
    install({ name: "plain", packages: [tarball, SOURCIFY, SOLC] }),
    install({ name: "hardhat2", locked: HARDHAT2, packages: saved }),
    install({ name: "hardhat3", locked: join(PACKAGES, "hardhat3"), packages: saved }),
  ]);
  copyProject(FOUNDRY, foundryRoot);
  copyProject(HARDHAT2, hardhat2Root);
  const chain = await Anvil.start(31337, foundryRoot);
  const compilers = compilersIn(hardhat2Root);
  const services: Stage["services"] = async () => {
    const started = await startLocalServices({ chain: { rpcUrl: chain.url }, compilers });
    return Object.assign(started, { env: variablesOf(started, chain.url) });
  };
  const scale = await deployFoundry(foundryRoot, chain.url);
  const { linked: registry, box } = await deployHardhat2(hardhat2Root, { RPC_URL: chain.url });

  const guest = (root: string, of: string, from: string, config?: string): string => {
    const folder = join(root, of);
    copyBuilt(from, folder);
    if (config !== undefined) {
      for (const each of ["hardhat.config.js", "compiler.js"]) rmSync(join(folder, each), { force: true });
      cpSync(join(GUESTS, config), folder, { recursive: true });
    }
    const type = config === "hardhat3" ? { type: "module" } : {};
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, ...type }));
    return folder;
  };
  return {
    rpcUrl: chain.url,
    tarball,
    box,
    services,
    foundry: {
      linked: scale,
      hosts: [
        { host: cliIn(foundryRoot, NETWORK), folder: foundryRoot },
        {
          host: hardhat3In(hardhat3Root),
          folder: guest(hardhat3Root, "of-foundry", foundryRoot, "hardhat3"),
        },
        {
          host: hardhat2In(hardhat2Root),
          folder: guest(hardhat2Root, "of-foundry", foundryRoot, "hardhat2"),
        },
      ],
    },
    hardhat2: {
      linked: registry,
      hosts: [
        { host: hardhat2In(hardhat2Root), folder: hardhat2Root },
        {
          host: hardhat3In(hardhat3Root),
          folder: guest(hardhat3Root, "of-hardhat2", hardhat2Root, "hardhat3"),
        },
        // Has a Hardhat configuration, but doesn't load the plugin.
        { host: cliIn(plainRoot, chain.url), folder: guest(plainRoot, "of-hardhat2", hardhat2Root) },
      ],
    },
    [Symbol.asyncDispose]: () => chain[Symbol.asyncDispose](),
  };
}

/** Copies a built project, and only the installed packages that it imports. */
function copyBuilt(from: string, to: string): void {
  const left = /^[\\/](node_modules|of-\w+|locked|installed|package(-lock)?\.json)$/;
  cpSync(from, to, { recursive: true, filter: (path) => !left.test(path.slice(from.length)) });
  const imported = join("node_modules", "@openzeppelin");
  cpSync(join(from, imported), join(to, imported), { recursive: true });
}

/** Compilers of the plugins' proxies and of the projects. */
export function compilersIn(root: string): readonly { readonly path: string; readonly version: string }[] {
  const { resolve } = createRequire(join(root, "package.json"));
  return [
    { path: resolve("solc/soljson.js"), version: "0.8.28+commit.7893614a" },
    { path: resolve("solc-0.8.10/soljson.js"), version: "0.8.10+commit.fc410830" },
    { path: resolve("solc-0.8.29/soljson.js"), version: "0.8.29+commit.ab55807c" },
  ];
}

export function variablesOf(
  {
    verification,
    query,
    status,
  }: Readonly<Record<"verification" | "query" | "status", { readonly url: string }>>,
  rpcUrl: string,
): Variables {
  return {
    RPC_URL: rpcUrl,
    VERIFY_URL: verification.url,
    QUERY_URL: query.url,
    STATUS_URL: status.url,
    VERIFY_CONTRACT_VERIFICATION_URL: verification.url,
    VERIFY_CONTRACT_QUERY_URL: query.url,
    VERIFY_CONTRACT_STATUS_URL: status.url,
  };
}

afterEach(function () {
  if (this.currentTest?.state === "failed") tally.failed += 1;
});
after(async () => {
  if (opened !== undefined) await (await opened)[Symbol.asyncDispose]();
});

printAtExit(tally.line);

/** @returns Absolute path. The name depends on the content, so npm can't reuse an older file. */
function packTarball(): string {
  const folder = join(SCRATCH, "packed");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { filename, shasum } = pack(folder);
  const named = join(folder, filename.replace(/\.tgz$/, `-${shasum.slice(0, 12)}.tgz`));
  renameSync(join(folder, filename), named);
  return named;
}
