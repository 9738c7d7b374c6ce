import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InterfaceAbi } from "ethers";
import { z } from "zod";
import type { Workspace } from "./project.ts";

const positions = z.array(z.object({ start: z.number(), length: z.number() }));
const references = z.record(z.string(), z.record(z.string(), positions)).default({});
const hex = z.string().transform((code) => (code.startsWith("0x") ? code : `0x${code}`));

const ofHardhat = z.object({
  contractName: z.string(),
  sourceName: z.string(),
  inputSourceName: z.string().optional(),
  abi: z.array(z.unknown()),
  bytecode: hex,
  deployedBytecode: hex,
  linkReferences: references,
  deployedLinkReferences: references,
});
const code = z.object({ object: hex, linkReferences: references });
const ofForge = z.object({
  abi: z.array(z.unknown()),
  bytecode: code,
  deployedBytecode: code,
  /** Missing for files with only free functions. */
  metadata: z
    .object({ settings: z.object({ compilationTarget: z.record(z.string(), z.string()) }) })
    .optional(),
});

export interface BuiltContract {
  /** `path:Name`, as in the compiler's input. */
  readonly identifier: string;
  /** Path in the project. */
  readonly file: string;
  readonly abi: InterfaceAbi;
  /** 0x-hex with placeholders for libraries. */
  readonly creation: Code;
  readonly runtime: Code;
}

export interface Code {
  readonly object: string;
  readonly linkReferences: z.infer<typeof references>;
}

const ofBuildInfo = z.object({
  output: z.object({
    contracts: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          evm: z.object({ bytecode: code.optional(), deployedBytecode: code.optional() }),
        }),
      ),
    ),
  }),
});

export function readBuild(workspace: Workspace): readonly BuiltContract[] {
  const { packagedBuild } = workspace.project;
  const contracts =
    packagedBuild === undefined ? readArtifacts(workspace) : readBuildInfo(workspace, packagedBuild);
  return contracts
    .filter(({ creation, runtime }) => creation.object !== "0x" && runtime.object !== "0x")
    .sort((a, b) => (a.identifier < b.identifier ? -1 : 1));
}

function readBuildInfo({ project, root }: Workspace, file: string): readonly BuiltContract[] {
  const text = readFileSync(join(root, "node_modules", project.package, file), "utf8");
  const { contracts } = ofBuildInfo.parse(JSON.parse(text)).output;
  const none = { object: "0x", linkReferences: {} };
  return Object.entries(contracts).flatMap(([path, named]) =>
    Object.entries(named).map(([name, { abi, evm }]) => ({
      identifier: `${path}:${name}`,
      file: path,
      abi: abi as InterfaceAbi,
      creation: evm.bytecode ?? none,
      runtime: evm.deployedBytecode ?? none,
    })),
  );
}

function readArtifacts({ project, root }: Workspace): readonly BuiltContract[] {
  const folder = join(root, project.builder === "forge" ? "out" : "artifacts");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /(?<!\.dbg)\.json$/.test(entry.name) && /\.sol$/.test(entry.parentPath),
    )
    .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), "utf8")))
    .map(project.builder === "forge" ? fromForge : fromHardhat);
}

function fromHardhat(json: unknown): BuiltContract {
  const artifact = ofHardhat.parse(json);
  return {
    identifier: `${artifact.inputSourceName ?? artifact.sourceName}:${artifact.contractName}`,
    file: artifact.sourceName,
    abi: artifact.abi as InterfaceAbi,
    creation: { object: artifact.bytecode, linkReferences: artifact.linkReferences },
    runtime: { object: artifact.deployedBytecode, linkReferences: artifact.deployedLinkReferences },
  };
}

function fromForge(json: unknown): BuiltContract {
  const { abi, bytecode, deployedBytecode, metadata } = ofForge.parse(json);
  const [[file, name] = ["", ""]] = Object.entries(metadata?.settings.compilationTarget ?? {});
  return {
    identifier: `${file}:${name}`,
    file,
    abi: abi as InterfaceAbi,
    creation: bytecode,
    runtime: deployedBytecode,
  };
}
