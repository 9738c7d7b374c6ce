import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { createRequire } from "node:module";
import { generateContracts } from "./generate-contracts.ts";

interface Compiler {
  compile(input: string): string;
}

interface Contract {
  readonly abi: readonly object[];
  readonly evm: Readonly<Record<"bytecode" | "deployedBytecode", { readonly object: string }>>;
}

interface Output {
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Contract>>>>;
  readonly sources: Readonly<Record<string, object>>;
}

export interface GeneratedBuildInfo {
  readonly bytes: number;
  readonly contracts: number;
  /** The contract to deploy and verify. It comes last in the file. */
  readonly contract: { readonly name: string; readonly abi: readonly object[]; readonly bytecode: string };
}

const SOURCE = "contracts/Item0.sol";
/** Where copies differ from the original code, as an offset in hex digits. */
const CHANGED_AT = 400;

/**
 * Writes a build-info of at least `bytes` bytes in the form of Hardhat 2: the compiler's input, then the syntax trees
 * of all sources, then all contracts, on one line. Only one contract is compiled. The others are copies of its output
 * with different names and code, so the proportions match those of a real compiler.
 */
export async function writeHardhat2BuildInfo(file: string, bytes: number): Promise<GeneratedBuildInfo> {
  const { input, output } = compileOne();
  const { [SOURCE]: tree, ...otherTrees } = output.sources;
  const { [SOURCE]: original, ...otherContracts } = output.contracts;
  if (tree === undefined || original?.Item0 === undefined) throw new Error("the compiler made no Item0");
  const contract = original.Item0;
  const [treeText, contractsText] = [JSON.stringify(tree), JSON.stringify(original)];
  const copies = Math.ceil(bytes / (treeText.length + contractsText.length));

  const sources = { ...input.sources };
  const content = input.sources[SOURCE]?.content ?? "";
  for (let id = 1; id <= copies; id++) sources[named(SOURCE, id)] = { content: named(content, id) };
  const stream = createWriteStream(file);
  let written = 0;
  const write = async (text: string) => {
    written += Buffer.byteLength(text);
    if (!stream.write(text)) await once(stream, "drain");
  };
  const head = {
    _format: "hh-sol-build-info-1",
    id: "large",
    solcVersion: "0.8.28",
    solcLongVersion: "0.8.28+commit.7893614a",
    input: { ...input, sources },
  };
  await write(
    `${JSON.stringify(head).slice(0, -1)},"output":{"sources":${JSON.stringify(otherTrees).slice(0, -1)}`,
  );
  for (let id = 1; id <= copies; id++) await write(`,"${named(SOURCE, id)}":${named(treeText, id)}`);
  await write(`,"${SOURCE}":${treeText}},"contracts":${JSON.stringify(otherContracts).slice(0, -1)}`);
  for (let id = 1; id <= copies; id++)
    await write(`,"${named(SOURCE, id)}":${copyOf(contractsText, contract, id)}`);
  await write(`,"${SOURCE}":${contractsText}}}}`);
  stream.end();
  await once(stream, "close");
  return {
    bytes: written,
    contracts: copies + 1,
    contract: { name: `${SOURCE}:Item0`, abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` },
  };
}

function compileOne() {
  const sources: Record<string, { readonly content: string }> = Object.fromEntries(
    generateContracts(1).map(({ file, source }) => [`contracts/${file}`, { content: source }]),
  );
  const settings = {
    optimizer: { enabled: false, runs: 200 },
    evmVersion: "cancun",
    outputSelection: {
      "*": {
        "*": ["abi", "evm.bytecode", "evm.deployedBytecode", "evm.methodIdentifiers", "metadata"],
        "": ["ast"],
      },
    },
  };
  const input = { language: "Solidity", sources, settings };
  const compiler = createRequire(import.meta.url)("solc") as Compiler;
  return { input, output: JSON.parse(compiler.compile(JSON.stringify(input))) as Output };
}

function named(text: string, id: number): string {
  return text.replaceAll("Item0", `Item${id}`);
}

/** The creation code contains the runtime code, as in a compiler's output. */
function copyOf(text: string, { evm }: Contract, id: number): string {
  const runtime = evm.deployedBytecode.object;
  return named(text.replaceAll(runtime, changed(runtime, id)), id);
}

function changed(object: string, id: number): string {
  const digits = id.toString(16).padStart(8, "0");
  return object.slice(0, CHANGED_AT) + digits + object.slice(CHANGED_AT + digits.length);
}
