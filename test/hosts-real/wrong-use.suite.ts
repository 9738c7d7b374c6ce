import { assert } from "chai";

import { type Command, runHost, type Variables } from "./host.ts";
import { type Stage, theStage } from "./stage.ts";

/** The first account, which is no contract. */
const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
/** Of a port on which nothing listens. */
const NOBODY = "http://127.0.0.1:9";

interface Row {
  readonly command: Command;
  readonly words: readonly string[];
  readonly code: string;
  /** @default 2 */
  readonly exitCode?: number;
  readonly env?: Variables;
}

const ROWS: Readonly<Record<string, Row>> = {
  "no contract": { command: "verify", words: [], code: "VC101" },
  "a mistyped sub-command": { command: "verify", words: ["chek", ADDRESS], code: "VC102" },
  "no address": { command: "check", words: ["0x12"], code: "VC102" },
  "half a hash": { command: "verify", words: [ADDRESS, "--creation-tx-hash", "0x12"], code: "VC105" },
  "an unknown claim": { command: "check", words: [ADDRESS, "--require", "abo"], code: "VC106" },
  "an option without the one it needs": {
    command: "verify",
    words: [ADDRESS, "--std-json-input", "input.json"],
    code: "VC115",
  },
  "no such build": { command: "verify", words: [ADDRESS, "--build-info", "nowhere"], code: "VC201" },
  "no such deployment": { command: "deployments", words: ["./nowhere"], code: "VC703" },
  "an unknown format": { command: "verify", words: [ADDRESS, "--report", "junitt=r.xml"], code: "VC107" },
  "two options that exclude each other": {
    command: "verify",
    words: [ADDRESS, "--force", "--dry-run"],
    code: "VC112",
  },
  "no such report": { command: "merge", words: ["nowhere"], code: "VC707" },
  "a report over a file of the project": {
    command: "deployments",
    words: ["--report", "json=package.json"],
    code: "VC801",
  },
  "no URL of a service": { command: "status", words: [], code: "VC108", env: { STATUS_URL: "nowhere" } },
  "a node that is not there": {
    command: "verify",
    words: [ADDRESS],
    code: "VC302",
    exitCode: 3,
    env: { RPC_URL: NOBODY },
  },
};

describe("hosts - wrong use, of each host", () => {
  let stage: Stage;
  let env: Variables;

  before(async () => {
    stage = await theStage();
    // Nothing may be asked of a service.
    env = { RPC_URL: stage.rpcUrl, VERIFY_URL: NOBODY, QUERY_URL: NOBODY, STATUS_URL: NOBODY };
  });

  for (const [name, { command, words, code, exitCode = 2, env: more = {} }] of Object.entries(ROWS))
    it(`should end with ${code} and ${exitCode}: ${name}`, async () => {
      const runs = stage.foundry.hosts.map(async ({ host, folder }) => ({
        name: host.name,
        run: await runHost(host, folder, command, words, { ...env, ...more }),
      }));
      for (const { name: host, run } of await Promise.all(runs)) {
        const screen = `${host}: ${run.stdout}${run.stderr}`;
        assert.equal(run.exitCode, exitCode, screen);
        assert.match(screen, new RegExp(`^(${host}: )?${code} `, "m"));
      }
    });
});
