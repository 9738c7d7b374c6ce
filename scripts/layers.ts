// The layer rule of ARCHITECTURE.md: who may import what, and what a pure folder may not ask for.
import { globSync, readFileSync } from "node:fs";
import { matchesGlob, posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

interface Rule {
  readonly why: string;
  /** Where it holds: globs of files. */
  readonly inside: readonly string[];
  readonly except?: readonly string[];
  /** Globs of what may not be imported: files of this checkout, or names of modules. */
  readonly imports: readonly string[];
}

const PURE = ["bytecode", "match", "submission", "cross-check", "network-status", "reports"].map(
  (folder) => `src/internal/${folder}/**`,
);
const PUBLIC_ENTRIES_WITH_HARDHAT = ["src/index.ts", "src/type-extensions.ts", "src/verify.ts"];

const RULES: readonly Rule[] = [
  {
    why: "only src/internal/hardhat and the plugin's own entries import Hardhat",
    inside: ["src/**"],
    except: ["src/internal/hardhat/**", ...PUBLIC_ENTRIES_WITH_HARDHAT],
    imports: ["hardhat", "hardhat/**", "@nomicfoundation/hardhat-*", "src/internal/hardhat/**"],
  },
  {
    why: "this folder is pure: values in, values out",
    inside: PURE,
    imports: [
      ...["fs", "fs/**", "http", "https", "net", "tls", "dns", "child_process", "worker_threads"].map(
        (name) => `node:${name}`,
      ),
      ...["os", "process", "timers", "timers/**", "readline", "readline/**"].map((name) => `node:${name}`),
      "undici",
      "p-retry",
      ...["job", "pipeline", "hardhat", "local", "services/http"].map(
        (folder) => `src/internal/${folder}/**`,
      ),
    ],
  },
  {
    why: "a stage does not know the pipeline it is a stage of",
    inside: ["src/**"],
    except: ["src/internal/pipeline/**", "src/internal/hardhat/**", "src/verify.ts"],
    imports: ["src/internal/pipeline/**"],
  },
  {
    why: "the local services are loaded only where they are asked for",
    inside: ["src/**"],
    except: [
      "src/internal/local/**",
      "src/internal/hardhat/tasks/serve*",
      "src/internal/hardhat/tasks/serve/**",
      "src/local.ts",
    ],
    imports: ["src/internal/local/**", "src/local.ts"],
  },
  {
    why: "the heavy optional peers belong to the local services, and solc to what compiles",
    inside: ["src/**"],
    except: ["src/internal/local/**", "src/internal/compiler/**"],
    imports: ["@ethereum-sourcify/lib-sourcify", "@ethereum-sourcify/lib-sourcify/**", "solc", "solc/**"],
  },
  {
    why: "requests go out through src/internal/services/http alone",
    inside: ["src/**"],
    // The local services listen.
    except: ["src/internal/services/http/**", "src/internal/local/http/**"],
    imports: [
      "undici",
      "undici/**",
      ...["http", "https", "http2", "net", "tls"].map((name) => `node:${name}`),
    ],
  },
];

const CLOCK_AND_CHANCE = new Set(["Date.now", "Math.random", "performance.now", "crypto.randomUUID"]);

const violations = globSync("src/**/*.ts").map(toPosix).sort().flatMap(violationsIn);
for (const violation of violations) console.log(violation);
process.exitCode = violations.length === 0 ? 0 : 1;

function violationsIn(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const { imports, impurities } = readModule(file, source);
  const rules = RULES.filter((rule) => matches(file, rule.inside) && !matches(file, rule.except ?? []));
  return [
    ...imports.flatMap(({ target, start }) =>
      rules
        .filter((rule) => matches(target, rule.imports))
        .map((rule) => `${at(file, source, start)} imports ${target}: ${rule.why}`),
    ),
    ...(matches(file, PURE) ? impurities : []).map(
      ({ what, start }) =>
        `${at(file, source, start)} uses ${what}: this folder is pure, take it as a parameter`,
    ),
  ];
}

function readModule(file: string, source: string) {
  const imports: { target: string; start: number }[] = [];
  const impurities: { what: string; start: number }[] = [];
  const add = (node: { readonly source?: unknown; readonly start: number }) => {
    const { source: from } = node;
    if (typeof from !== "object" || from === null || !("value" in from) || typeof from.value !== "string")
      return;
    const target = from.value.startsWith(".") ? posix.join(posix.dirname(file), from.value) : from.value;
    imports.push({ target, start: node.start });
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
    MemberExpression(node) {
      const what = source.slice(node.start, node.end);
      if (CLOCK_AND_CHANCE.has(what)) impurities.push({ what, start: node.start });
    },
    NewExpression(node) {
      if (node.callee.type !== "Identifier" || node.callee.name !== "Date" || node.arguments.length > 0)
        return;
      impurities.push({ what: "new Date()", start: node.start });
    },
  }).visit(parseSync(file, source).program);
  return { imports, impurities };
}

function matches(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

function at(file: string, source: string, offset: number): string {
  return `${file}:${source.slice(0, offset).split("\n").length}`;
}

function toPosix(path: string): string {
  return path.replaceAll("\\", "/");
}
