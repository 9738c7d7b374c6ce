import { readFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { temporaryFolder } from "../helpers/build-files.ts";
import { heldFor } from "../helpers/held-for.ts";
import { startActionWorld } from "../helpers/package/action-world.ts";
import { callsIn, registryOf, runAction, stub, VERSION, workflow } from "../helpers/package/run-action.ts";

describe("e2e - the GitHub Action", () => {
  it("should install the package if the project lacks it, in the action's version or the given one", async () => {
    for (const [inputs, wanted] of [
      [{}, VERSION],
      [{ version: "9.9.9" }, "9.9.9"],
    ] as const) {
      await using folder = await temporaryFolder();
      await using registry = await registryOf(wanted);
      const env = {
        npm_config_registry: registry.url,
        npm_config_cache: path.join(folder.path, "npm-cache"),
      };
      const ran = await runAction(folder.path, { ...inputs, report: "" }, env);
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.deepEqual(await callsIn(folder), [["deployments"]]);
    }
    await using folder = await temporaryFolder();
    for (const version of ["1.0.0; touch pwned", "git+https://a.example", "npm:other"]) {
      const refused = await runAction(folder.path, { version });
      assert.equal(refused.exitCode, 2);
      assert.match(refused.stderr, /^The input version takes/);
    }
  });

  it("should run again after exit code 3, and after no other", async () => {
    for (const [codes, exitCode, calls] of [
      [[0], 0, 1],
      [[1], 1, 1],
      [[3, 0], 0, 2],
      [[3, 3, 1], 1, 3],
      [[3], 3, 3],
    ] as const) {
      await using folder = await temporaryFolder();
      await stub(folder, "hardhat-verify-contract", "0.1.0", codes);
      const ran = await runAction(folder.path, { report: "json=a.json,html=b.html" });
      assert.deepEqual([ran.exitCode, (await callsIn(folder)).length], [exitCode, calls], `${codes}`);
      assert.deepEqual([ran.outputs["exit-code"], ran.outputs.reports], [String(exitCode), "a.json\nb.html"]);
      assert.equal(
        ran.outputs.uploads,
        ["a.json", "b.html"].map((file) => path.join(folder.path, file)).join("\n"),
      );
    }
  });

  const lock = { command: "lock", network: "testnet", update: "Vault", "allow-unverified": "true" };
  const locked = { command: "check", locked: "true", "all-networks": "true" };
  const ofLocked = ["check", "--locked", "--all-networks"];
  for (const [what, hardhat, inputs, words, files] of [
    [
      "Hardhat 3 if a network is named",
      "3.18.0",
      { network: "testnet" },
      ["verify-contract", "deployments", "--network", "testnet"],
      [],
    ],
    [
      "Hardhat 2 if a network is named",
      "2.29.1",
      lock,
      ["verify-contract:lock", "--update", "Vault", "--allow-unverified", "--network", "testnet"],
      [],
    ],
    [
      "Hardhat for all networks of its configuration",
      "3.18.0",
      locked,
      ["verify-contract", ...ofLocked],
      ["hardhat.config.ts"],
    ],
    ["the plain command for all networks without one", "3.18.0", locked, ofLocked, []],
  ] as const)
    it(`should run ${what}`, async () => {
      await using folder = await temporaryFolder();
      await stub(folder, "hardhat", hardhat);
      await stub(folder, "hardhat-verify-contract", VERSION);
      for (const file of files) await folder.write(file, "");
      const { exitCode, stderr } = await runAction(folder.path, { ...inputs, report: "" });
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(await callsIn(folder), [words]);
    });

  describe("in a project", () => {
    const project = heldFor(() => temporaryFolder());
    const world = heldFor(() => startActionWorld(project.path));

    const uses = workflow.jobs.action.steps.filter(({ uses: name }) => name === "./action");
    for (const [index, { id, with: inputs = {} }] of uses.entries())
      it(`should end as the workflow of this repository expects: ${id}`, async () => {
        const own = Object.fromEntries(
          Object.entries(inputs).filter(([name]) => name !== "working-directory"),
        );
        const ran = await runAction(project.path, own, { ETH_RPC_URL: world.rpcUrl });
        assert.equal(ran.exitCode, [0, 0, 1, 0, 0][index], ran.stderr);
        for (const file of ran.outputs.uploads?.split("\n") ?? [])
          if (ran.exitCode === 0) assert.isNotEmpty(await readFile(file, "utf8"));
      });
  });
});
