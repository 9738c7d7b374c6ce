import { readFileSync } from "node:fs";
import path from "node:path";
import { assert } from "chai";
import {
  findBroadcastProject,
  findFoundryProject,
} from "../../../src/internal/builds/project/foundry-project.ts";
import { folderForEach, temporaryFolder } from "../../helpers/build-files.ts";

/** Forge's answers about a project, recorded by test/build-fixtures/foundry-config.ts. */
interface Recorded {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly forge: { readonly src: string; readonly out: string; readonly broadcast: string };
}

const RECORDED: readonly Recorded[] = JSON.parse(
  readFileSync(new URL("../../fixtures/foundry-config.json", import.meta.url), "utf8"),
);

function setEnvironment(values: Readonly<Record<string, string>>): void {
  Object.assign(process.env, values);
}

describe("project - the folders of a Foundry project", () => {
  const before = { ...process.env };
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });
  const folder = folderForEach();

  for (const { name, files, environment = {}, folder = ".", forge } of RECORDED)
    it(`should be the same as forge's for ${name}`, async () => {
      await using temporary = await temporaryFolder();
      for (const [file, text] of Object.entries(files)) await temporary.write(file, text);
      const { FOUNDRY_CONFIG: config } = environment;
      setEnvironment({ ...environment, HOME: path.join(temporary.path, "home") });
      if (config !== undefined) setEnvironment({ FOUNDRY_CONFIG: path.join(temporary.path, config) });
      const found = await findFoundryProject(path.join(temporary.path, folder));
      const { root, sources, artifacts, broadcasts } = found;
      const shown = [sources, artifacts, broadcasts].map((each) => path.relative(root, each));
      assert.deepEqual(shown, [forge.src, forge.out, forge.broadcast]);
    });

  it("should be the defaults if foundry.toml is invalid, because forge itself reports that", async () => {
    await folder.write("foundry.toml", "[profile.default");
    const { isConfigured, artifacts } = await findFoundryProject(folder.path);
    assert.isTrue(isConfigured);
    assert.equal(artifacts, path.join(folder.path, "out"));
  });

  it("should be the defaults if foundry.toml is larger than a mebibyte", async () => {
    const artifactsOf = async (bytes: number) => {
      await folder.write("foundry.toml", '[profile.default]\nout = "built"\n#'.padEnd(bytes, "-"));
      const { artifacts } = await findFoundryProject(folder.path);
      return path.relative(folder.path, artifacts);
    };
    assert.equal(await artifactsOf(1024 * 1024), "built");
    assert.equal(await artifactsOf(1024 * 1024 + 1), "out");
  });

  it("should be those around the `broadcast` folder if there is no foundry.toml", async () => {
    const file = await folder.write("p/broadcast/D.s.sol/1/run-latest.json", {});
    const { root, isConfigured } = await findBroadcastProject(file);
    assert.deepEqual([root, isConfigured], [path.join(folder.path, "p"), false]);
  });
});
