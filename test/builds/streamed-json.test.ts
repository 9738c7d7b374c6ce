import { execFileSync } from "node:child_process";
import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { assert } from "chai";
import { readBuildInfo } from "../../src/internal/builds/build-info.ts";
import { readBuildInfoFile } from "../../src/internal/builds/readers/solc-output.ts";
import { readJsonParts } from "../../src/internal/builds/streamed-json.ts";
import { folderForEach, hardhat2BuildInfo, hardhat3BuildInfo } from "../helpers/build-files.ts";
import { counter } from "../helpers/contracts.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const MIB = 1024 * 1024;
const HEAP_MIB = 24;
const FILLING_BYTES = (HEAP_MIB + 4) * MIB;
/** About the size of a compiler's syntax tree. */
const TREE = JSON.stringify({
  nodes: Array.from({ length: 2000 }, (_, id) => ({
    id,
    nodeType: "Identifier",
    src: "1:2:3",
    flag: true,
    name: 'a "name" \u{1F600} \n',
  })),
});

describe("builds - parts of a JSON file, streamed", () => {
  const folder = folderForEach();

  const read = async (text: string, selection: Parameters<typeof readJsonParts>[1]) => {
    return await readJsonParts(await folder.write("file.json", text), selection);
  };

  it("should keep selected values as JSON.parse reads them", async () => {
    const a = { list: [1, -2.5e3, true, false, null, "", {}, [], [[{ x: '\u{1F600}é\n"\\\ud800' }]]] };
    const text = JSON.stringify({ a, b: { c: { d: a, e: 1 }, f: a }, g: 1 }, null, 1);
    assert.deepEqual(await read(text, { a: "all", b: { c: { d: "all" } }, none: "all" }), {
      a,
      b: { c: { d: a, e: null }, f: null },
      g: null,
    });
  });

  it("should keep long texts unchanged", async () => {
    const texts = {
      short: "0x",
      ascii: "60806040".repeat(1000),
      other: "\u{1F600}é".repeat(1000),
      large: "ab".repeat(3 * MIB),
      number: 12,
      object: { text: "cd".repeat(1000) },
      ...Object.fromEntries(Array.from({ length: 300 }, (_, id) => [`code${id}`, `${id}f`.repeat(5000)])),
    };
    assert.deepEqual(await read(JSON.stringify({ texts }), { texts: { "*": "text" } }), { texts });
  });

  it("should keep the entries of lists unchanged, and share equal parts", async () => {
    const inputs = [{ name: "to", type: "address", internalType: "address" }];
    const lists = {
      one: [
        { type: "function", name: "a", inputs, flag: null },
        { type: "function", name: "b", inputs },
      ],
      two: [{ inputs: [] }, [], [inputs], 1, "text", null, {}],
      none: "text",
      object: { a: { b: inputs } },
    };
    const text = JSON.stringify({ lists }).replace('"flag"', '"__proto__"');
    const parts = await read(text, { lists: { "*": "entries" } });
    assert.equal(JSON.stringify(parts), text);
    const [first, second] = (parts.lists as typeof lists).one;
    assert.deepEqual([first?.inputs, Object.getPrototypeOf(first)], [second?.inputs, Object.prototype]);
  });

  it("should stop after the last selected value, whatever follows", async () =>
    assert.deepEqual(await read('{"a": {"b": 1, "c": [}} no JSON', { a: { b: "all" } }), { a: { b: 1 } }));

  it("should not change prototypes", async () => {
    const text =
      '{"__proto__": {"polluted": 1}, "a": {"__proto__": {"polluted": 1}}, "constructor": 1, "b": 1}';
    const parts = await read(text, { a: "all", b: "all" });
    assert.isTrue(Object.hasOwn(parts.a as object, "__proto__"));
    assert.equal(Object.getPrototypeOf(parts), Object.prototype);
    assert.notProperty({}, "polluted");
    assert.isNull(parts.constructor);
  });

  const broken = {
    "an empty file": ["", "truncated"],
    "a list": ['[{"a": 1}]', "object"],
    "a misspelt literal": ['{"x": nul, "a": 1}', "Unexpected"],
    "a second object": ['{"x": 1} {"a": 1}', "Unexpected"],
    "a key that isn't a string": ['{1: 1, "a": 1}', "Unexpected"],
    "a comma before the end": ['{"x": 1,}', "Unexpected"],
    "a misspelt literal in a selected value": ['{"a": nul}', "Unexpected"],
    "a list that is closed as an object": ['{"a": [1}}', ""],
    "bytes that aren't UTF-8": [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]), ""],
  } as const;
  for (const [what, [text, reason]] of Object.entries(broken))
    it(`should reject ${what}: VC202`, async () => {
      const file = path.join(folder.path, "file.json");
      await pipeline(Readable.from([Buffer.from(text)]), createWriteStream(file));
      const error = await thrownBy(() => readJsonParts(file, { a: "all" }));
      assert.deepEqual([error.code, factOf(error, "File")], ["VC202", file]);
      assert.include(factOf(error, "Reason"), reason);
    });

  it("should not quote a long text from a broken file", async () => {
    const error = await thrownBy(() => read(`{"a" "${"x".repeat(MIB)}"}`, { a: "all" }));
    assert.isBelow((factOf(error, "Reason") ?? "").length, 200);
  });
});

describe("builds - large build-infos", () => {
  const folder = folderForEach();

  it("should read an output larger than the heap, and only once", async () => {
    const file = path.join(folder.path, "large.json");
    await writeLarge(file, "sources", "contracts");
    const size = (await stat(file)).size;
    assert.isAbove(size, FILLING_BYTES);

    const reader = pathToFileURL(path.resolve("src/internal/builds/readers/solc-output.ts")).href;
    const script = `import { existsSync, readFileSync } from "node:fs";
      const { readBuildInfoFile } = await import(${JSON.stringify(reader)});
      const bytesRead = () => existsSync("/proc/self/io") ? Number(/rchar: (\\d+)/.exec(readFileSync("/proc/self/io", "utf8"))[1]) : 0;
      const before = bytesRead();
      const found = await readBuildInfoFile(${JSON.stringify(file)});
      console.log(JSON.stringify({ names: found.map(({ candidate }) => candidate.name), bytes: bytesRead() - before }));`;
    const heap = [`--max-old-space-size=${HEAP_MIB}`, "--max-semi-space-size=4"];
    const printed = execFileSync(process.execPath, [...heap, "--input-type=module", "--eval", script], {
      encoding: "utf8",
    });
    const { names, bytes } = JSON.parse(printed) as { names: string[]; bytes: number };
    assert.deepEqual(names, ["Counter"]);
    if (existsSync("/proc/self/io")) assert.isBelow(bytes, size + MIB);
  });

  it("should not read the syntax trees after the contracts of a separate output", async function () {
    if (!existsSync("/proc/self/io")) this.skip();
    const file = await folder.write("build-1.json", hardhat3BuildInfo("build-1", counter()));
    await writeLarge(path.join(folder.path, "build-1.output.json"), "contracts", "sources");
    const before = bytesReadByThisProcess();
    assert.lengthOf(await readBuildInfoFile(file), 1);
    assert.isBelow(bytesReadByThisProcess() - before, 4 * MIB);
  });

  it("should find the compiler input after the output", async () => {
    const { input, output, ...head } = hardhat2BuildInfo("old", counter()) as Record<string, unknown>;
    const file = await folder.write("old.json", { output, input, ...head });
    assert.include(await readJsonParts(file, { _format: "all" }), { _format: "hh-sol-build-info-1" });
    assert.deepEqual((await readBuildInfo(file)).input, counter().input);
    assert.lengthOf(await readBuildInfoFile(file), 1);
  });

  const wrongShapes = {
    "an output that is a list": { output: [] },
    "no output": { output: undefined },
    "code that isn't hex": {
      output: { contracts: { "A.sol": { A: { abi: [], evm: { deployedBytecode: { object: "0xzz" } } } } } },
    },
  };
  for (const [what, part] of Object.entries(wrongShapes))
    it(`should reject ${what}: VC202`, async () => {
      const old = hardhat2BuildInfo("old", counter()) as Record<string, unknown>;
      const file = await folder.write("old.json", { ...old, ...part });
      assert.equal((await thrownBy(() => readBuildInfoFile(file))).code, "VC202");
    });
});

/** A Hardhat 2 build-info whose output is mostly syntax trees. */
async function writeLarge(file: string, ...order: readonly ("sources" | "contracts")[]): Promise<void> {
  const { input, output, ...head } = hardhat2BuildInfo("large", counter()) as ReturnType<typeof counter>;
  const contracts = JSON.stringify(output.contracts);
  function* text(): Generator<string> {
    yield `${JSON.stringify({ ...head, input }).slice(0, -1)}, "output": {`;
    for (const [index, key] of order.entries()) {
      yield `${index === 0 ? "" : ", "}"${key}": `;
      if (key === "contracts") yield contracts;
      else yield* trees();
    }
    yield "}}";
  }
  await pipeline(Readable.from(text()), createWriteStream(file));
}

function* trees(): Generator<string> {
  yield "{";
  const count = Math.ceil(FILLING_BYTES / TREE.length);
  for (let id = 0; id < count; id++)
    yield `${id === 0 ? "" : ","}"File${id}.sol": {"ast": ${TREE}, "id": ${id}}`;
  yield "}";
}

function bytesReadByThisProcess(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}
