import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { assert } from "chai";
import { type LocalServices, startLocalServices } from "hardhat-verify-contract/local";
import { Anvil } from "../build-fixtures/anvil.ts";
import { inPart, partOfRun, sayChosen } from "../helpers/chosen-run.ts";
import { type Command, type HostName, runHost, type Variables } from "./host.ts";
import { SCRATCH } from "./scratch.ts";
import { compilersIn, type Stage, theStage, variablesOf } from "./stage.ts";

const NOBODY = "http://127.0.0.1:9";
const EMPTY = "0x000000000000000000000000000000000000dEaD";

interface Setting {
  readonly stage: Stage;
  readonly services: LocalServices;
  /** Lacks the compiler of OpenZeppelin's proxies. */
  readonly few: LocalServices;
  /** Services of a restarted node with the same chain ID. */
  readonly restarted: LocalServices & { readonly rpcUrl: string };
  /** A node of another chain. */
  readonly other: string;
  readonly scale: string;
  /** Its constructor argument is 9. */
  readonly token: string;
}

interface Mistake {
  /** @default foundry */
  readonly of?: "foundry" | "hardhat2";
  /** @default verify */
  readonly command?: Command;
  /** @default the scale's address */
  readonly words?: (setting: Setting) => readonly string[];
  readonly env?: (setting: Setting) => Variables;
  readonly spoil?: (folder: string) => void;
  readonly code: string;
  readonly exitCode: number;
  /** The suggested next step. */
  readonly next: RegExp;
}

const COMMAND = "npx hardhat(?:-verify-contract| verify-contract)";
const again = new RegExp(`^\\s*Try: ${COMMAND}`, "m");

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "a source that changed after the deployment": {
    spoil: (folder) => change(join(folder, "out", "Scale.sol", "Scale.json"), changedCode),
    code: "VC204",
    exitCode: 1,
    next: /^Try: check out the deployed commit and compile/m,
  },
  "a wrong address": {
    words: () => [EMPTY],
    code: "VC301",
    exitCode: 1,
    next: /^Try: redeploy it, or choose its network/m,
  },
  "a network that the deployment is not of": {
    command: "deployments",
    words: () => [],
    env: ({ other }) => ({ RPC_URL: other }),
    code: "VC701",
    exitCode: 2,
    next: /^Try: /m,
  },
  "constructor arguments that are not those on chain": {
    words: ({ token }) => [token, "Forged", "42"],
    code: "",
    exitCode: 0,
    next: /Constructor arguments differ: uint256 cap_ is 9 on chain, but 42 on the command line/,
  },
  "a value that an option does not take": {
    words: ({ scale }) => [scale, "--sources", "minimum"],
    code: "VC106",
    exitCode: 2,
    next: again,
  },
  "the URL of another service": {
    env: ({ services: { query } }) => named("VERIFY_URL", `${query.url}/api`),
    code: "VC4",
    exitCode: 2,
    next: /^Try: check /m,
  },
  "no compiler": {
    of: "hardhat2",
    words: ({ stage }) => [stage.box, "--only-named"],
    env: ({ few }) => named("VERIFY_URL", few.verification.url),
    code: "VC405",
    exitCode: 1,
    next: /^Try: npm install --save-dev solc-0\.8\.29@npm:solc@0\.8\.29$/m,
  },
  "a node that was started anew": {
    command: "deployments",
    words: () => [],
    env: ({ restarted }) => variablesOf(restarted, restarted.rpcUrl),
    code: "VC301",
    exitCode: 1,
    next: /^ *Try: redeploy it, or/m,
  },
  "a service that is down": {
    env: () => named("VERIFY_URL", NOBODY),
    code: "VC401",
    exitCode: 3,
    next: /^Try: /m,
  },
  "a contract of someone else": {
    words: ({ stage }) => [stage.hardhat2.linked],
    code: "VC204",
    exitCode: 1,
    next: /^Try: /m,
  },
  "no configuration": {
    env: () => named("VERIFY_URL", ""),
    spoil: configureNothing,
    code: "VC109",
    exitCode: 2,
    next: /^Try: .*--local/m,
  },
  "a damaged file": {
    command: "deployments",
    words: () => ["./broken.json"],
    spoil: (folder) => writeFileSync(join(folder, "broken.json"), '{ "schema": "verify-contract-dep'),
    code: "VC704",
    exitCode: 2,
    next: /^Try: restore the file/m,
  },
};

const HOSTS: readonly HostName[] = ["hardhat3", "hardhat2", "cli"];
/** `1/3` makes each mistake in one of the hosts. */
const PART = partOfRun("HOSTS_PART", HOSTS.length);
sayChosen("test:hosts", { HOSTS_PART: PART });

const RUNS = Object.entries(MISTAKES).flatMap(([name, mistake], index) =>
  HOSTS.map((_, shift) => ({ name, mistake, hostName: HOSTS[(index + shift) % HOSTS.length] })),
);

describe("hosts - twelve common mistakes, on each host", () => {
  let setting: Setting & { readonly env: Variables };
  const chains: Anvil[] = [];

  before(async () => {
    const stage = await theStage();
    const [tools = "", compiled = ""] = [stage.foundry, stage.hardhat2].map(
      ({ hosts: [own] }) => own?.folder,
    );
    const [anew, other] = [await Anvil.start(31337, tools), await Anvil.start(31338, tools)];
    chains.push(anew, other);
    const compilers = compilersIn(compiled);
    const on = (rpcUrl: string, some = compilers) =>
      startLocalServices({ chain: { rpcUrl }, compilers: some });
    const services = await stage.services();
    setting = {
      stage,
      services,
      env: services.env,
      few: await on(stage.rpcUrl, compilers.slice(0, 1)),
      restarted: { ...(await on(anew.url)), rpcUrl: anew.url },
      other: other.url,
      scale: stage.foundry.linked,
      token: tokenIn(tools),
    };
  });
  after(async () => {
    for (const each of [setting?.services, setting?.few, setting?.restarted]) await each?.close();
    for (const chain of chains) await chain[Symbol.asyncDispose]();
  });

  for (const { name, mistake, hostName } of inPart(RUNS, PART))
    it(`should lead to advice on what to do next: ${name}, ${hostName}`, async () => {
      const { of = "foundry", command = "verify", env, spoil, code, exitCode, next } = mistake;
      const { hosts: all } = setting.stage[of];
      const { host, folder } = all.find((each) => each.host.name === hostName) ?? assert.fail();
      const place = spoil === undefined ? folder : copied(folder, spoil);
      try {
        const words = mistake.words?.(setting) ?? [setting.scale];
        const run = await runHost(host, place, command, words, {
          ...setting.env,
          ...env?.(setting),
        });
        const screen = `${run.stdout}${run.stderr}`;
        assert.equal(run.exitCode, exitCode, screen);
        assert.include(screen, code);
        assert.match(screen, next);
      } finally {
        if (place !== folder) rmSync(place, { recursive: true });
      }
    });
});

/** For the hosts' configurations and the plain command line. */
function named(variable: "VERIFY_URL", url: string): Variables {
  return { [variable]: url, VERIFY_CONTRACT_VERIFICATION_URL: url };
}

function tokenIn(folder: string): string {
  const file = join(folder, "broadcast/Deploy.s.sol/31337/token-latest.json");
  return JSON.parse(readFileSync(file, "utf8")).transactions[0].contractAddress;
}

/** Beside the project, where Node finds the same packages. */
function copied(folder: string, spoil: (copy: string) => void): string {
  const isInstalled = dirname(folder) === SCRATCH;
  const copy = mkdtempSync(join(folder, "..", "of-mistake-"));
  const packages = new RegExp(`^[\\\\/](${isInstalled ? "of-\\w+|" : ""}locked|installed)$`);
  cpSync(folder, copy, { recursive: true, filter: (from) => !packages.test(from.slice(folder.length)) });
  spoil(copy);
  return copy;
}

function change(file: string, changed: (text: string) => string): void {
  writeFileSync(file, changed(readFileSync(file, "utf8")));
}

/** Changes one instruction, like another build. */
function changedCode(text: string): string {
  const artifact = JSON.parse(text);
  for (const each of [artifact.deployedBytecode, artifact.bytecode])
    each.object = each.object.replaceAll(/(6080604052.{20,60}?)10/g, "$111");
  return JSON.stringify(artifact);
}

function configureNothing(folder: string): void {
  for (const file of readdirSync(folder))
    if (file.startsWith("hardhat.config."))
      change(join(folder, file), (text) => text.replace(/verifyContract: \{[\s\S]*?\n {2}\},/, ""));
    else if (file.startsWith("verify-contract.config."))
      writeFileSync(join(folder, file), "export default {};");
}
