import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { assert } from "chai";
import { COMPILER_VERSION, type Compiled } from "./compile.ts";

export interface Folder {
  readonly path: string;
  write(name: string, content: unknown): Promise<string>;
}

export interface TemporaryFolder extends Folder, AsyncDisposable {}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), "verify-contract-"));
  return {
    path: folder,
    async write(name, content) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
      return file;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A new folder for each test of the surrounding `describe`, removed after the test. */
export function folderForEach(): Folder {
  let folder: TemporaryFolder | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder?.[Symbol.asyncDispose]());
  const current = () => folder ?? assert.fail("It exists only within a test.");
  return {
    get path() {
      return current().path;
    },
    write: (name, content) => current().write(name, content),
  };
}

/** Users see `project/contracts/X.sol` from the input as `contracts/X.sol`. */
const asUser = (inputSourceName: string): string => inputSourceName.replace(/^project\//, "");

export function hardhat3BuildInfo(
  id: string,
  { input, compilerVersion = COMPILER_VERSION }: Compiled,
  more: Record<string, unknown> = {},
): unknown {
  // Hardhat only maps package sources that are also project files.
  const names = Object.keys(input.sources).filter((name) => !name.startsWith("npm/"));
  return {
    _format: "hh3-sol-build-info-1",
    id,
    solcVersion: compilerVersion.replace(/\+.*/, ""),
    solcLongVersion: compilerVersion,
    compilerType: "solc",
    toolVersions: { hardhat: "3.18.0" },
    userSourceNameMap: Object.fromEntries(names.map((name) => [asUser(name), name])),
    input,
    ...more,
  };
}

export function hardhat2BuildInfo(id: string, { input, output }: Compiled): unknown {
  return {
    _format: "hh-sol-build-info-1",
    id,
    solcVersion: "0.8.28",
    solcLongVersion: COMPILER_VERSION,
    input,
    output,
  };
}

/** Writes Hardhat 3's compilation results: a build-info, its output, and an artifact per contract. */
export async function writeHardhat3(
  folder: Folder,
  id: string,
  compiled: Compiled,
  parts: { readonly artifacts?: boolean; readonly output?: boolean; readonly root?: string } = {},
): Promise<string> {
  const { artifacts = true, output = true, root = "artifacts" } = parts;
  const buildInfo = await folder.write(`${root}/build-info/${id}.json`, hardhat3BuildInfo(id, compiled));
  if (output) {
    await folder.write(`${root}/build-info/${id}.output.json`, {
      _format: "hh3-sol-build-info-output-1",
      id,
      output: compiled.output,
    });
  }
  for (const [inputSourceName, contracts] of Object.entries(compiled.output.contracts)) {
    for (const [contractName, { abi, evm }] of Object.entries(contracts)) {
      if (!artifacts) continue;
      const sourceName = asUser(inputSourceName);
      await folder.write(`${root}/${sourceName}/${contractName}.json`, {
        _format: "hh3-artifact-1",
        contractName,
        sourceName,
        abi,
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
        linkReferences: evm.bytecode.linkReferences,
        deployedLinkReferences: evm.deployedBytecode.linkReferences,
        immutableReferences: evm.deployedBytecode.immutableReferences ?? {},
        inputSourceName,
        buildInfoId: id,
      });
    }
  }
  return buildInfo;
}
