/** The rooms of src/internal/, top to bottom. A room may import itself and lower rooms. */
export const ROOMS = [
  "hosts",
  "commands",
  "local",
  "evidence",
  "pipeline",
  "cross-check",
  "submission",
  "deployments",
  "builds",
  "chain",
  "solidity",
  "bytecode",
  "services",
  "render",
  "report",
  "domain",
  "errors",
  "text",
] as const;

/** Rooms of pure functions: no files, network, clock or randomness. */
export const PURE = ["bytecode", "cross-check", "domain", "errors", "render", "report", "text"] as const;

export type Room = (typeof ROOMS)[number];

export interface Rule {
  readonly why: string;
  /** Globs of the files that the rule applies to. */
  readonly inside: readonly string[];
  readonly except?: readonly string[];
  /** Globs of forbidden imports: files in this checkout, or module names. */
  readonly imports: readonly string[];
}

const LISTENING = ["http", "https", "http2", "net", "tls"].map((name) => `node:${name}`);
const OUTSIDE_OF_PURE = [
  ...LISTENING,
  ...["fs", "fs/**", "dns", "child_process", "worker_threads"].map((name) => `node:${name}`),
  ...["os", "process", "timers", "timers/**", "readline", "readline/**"].map((name) => `node:${name}`),
  "p-retry",
];

/** Rules beyond the order of the rooms. */
export const RULES: readonly Rule[] = [
  {
    why: "only the folder of a host and its entries import that host",
    inside: ["src/**"],
    except: ["src/internal/hosts/{hardhat2,hardhat3}/**", "src/{index,type-extensions,verify}.ts"],
    imports: ["hardhat", "hardhat/**", "@nomicfoundation/hardhat-*"],
  },
  {
    why: "hosts know nothing of each other",
    inside: ["src/internal/hosts/hardhat3/**", "src/index.ts"],
    imports: ["src/internal/hosts/{cli,hardhat2}/**"],
  },
  {
    why: "hosts know nothing of each other",
    inside: ["src/internal/hosts/hardhat2/**", "src/hardhat2.ts"],
    imports: ["src/internal/hosts/{cli,hardhat3}/**"],
  },
  {
    why: "hosts know nothing of each other",
    inside: ["src/internal/hosts/cli/**", "src/cli.ts"],
    imports: ["src/internal/hosts/{hardhat2,hardhat3}/**"],
  },
  {
    why: "what programs import is of Hardhat",
    inside: ["src/verify.ts"],
    imports: ["src/internal/hosts/cli/**"],
  },
  {
    why: "only the command line parses one",
    inside: ["src/**"],
    except: ["src/internal/hosts/cli/**"],
    imports: ["commander"],
  },
  {
    why: "this room is pure: values in, values out",
    inside: PURE.map((room) => `src/internal/${room}/**`),
    imports: OUTSIDE_OF_PURE,
  },
  {
    why: "the local services are loaded only where they are asked for",
    inside: ["src/**"],
    except: ["src/internal/local/**", "src/internal/commands/serve/**", "src/local.ts"],
    imports: ["src/internal/local/**", "src/local.ts"],
  },
  {
    why: "the heavy optional peers belong to the local services, and solc to what compiles",
    inside: ["src/**"],
    except: ["src/internal/local/**", "src/internal/solidity/compilers/**"],
    imports: ["@ethereum-sourcify/lib-sourcify", "@ethereum-sourcify/lib-sourcify/**", "solc", "solc/**"],
  },
  {
    why: "requests go out through src/internal/services/http alone",
    inside: ["src/**"],
    // The local services listen on ports.
    except: ["src/internal/services/http/**", "src/internal/local/http/**"],
    imports: LISTENING,
  },
];

/** Globals that pure rooms must not use. They can't be caught as imports. */
export const IMPURE_GLOBALS: ReadonlySet<string> = new Set([
  "console",
  "fetch",
  "performance",
  "process",
  "setImmediate",
  "setInterval",
  "setTimeout",
]);
export const CLOCK_AND_CHANCE: ReadonlySet<string> = new Set([
  "Date.now",
  "Math.random",
  "crypto.randomUUID",
]);

/** Limits the number of files that a reader opens between a command and its first action. */
export const WALK = {
  from: "src/internal/commands/command-runs.ts",
  to: "src/internal/pipeline/verify-contract.ts",
  mostFiles: 5,
} as const;
