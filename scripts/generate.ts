// Writes the generated files. With --check, only reports those that are out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { configSchema } from "./generate/config-schema.ts";
import { crossChecksPage } from "./generate/cross-checks.ts";
import { evidenceSchema } from "./generate/evidence-schema.ts";
import { lockFileSchema } from "./generate/lock-schema.ts";
import { fleetFileSchema, manifestFileSchema } from "./generate/manifest-schemas.ts";
import { optionsPage, verifiedPage } from "./generate/options-page.ts";
import { preflightReportSchema, reportSchema, statusReportSchema } from "./generate/report-schemas.ts";
import { securityModelPage } from "./generate/security-model.ts";
import { terminalPicture } from "./generate/terminal-picture.ts";

const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  "schemas/verify-contract-1.schema.json": reportSchema,
  "schemas/verify-contract-preflight-1.schema.json": preflightReportSchema,
  "schemas/verify-contract-status-1.schema.json": statusReportSchema,
  "docs/cross-checks.md": crossChecksPage,
  "docs/options.md": optionsPage,
  "docs/security-model.md": securityModelPage,
  "docs/images/deployment-verified.svg": () => terminalPicture("deployment-verified"),
  "docs/images/mismatch-explained.svg": () => terminalPicture("mismatch-explained"),
  "docs/verified.md": verifiedPage,
  "schemas/verify-contract-config-1.schema.json": configSchema,
  "schemas/verify-contract-evidence-3.schema.json": evidenceSchema,
  "schemas/verify-contract-lock-1.schema.json": lockFileSchema,
  "schemas/verify-contract-deployments-1.schema.json": manifestFileSchema,
  "schemas/verify-contract-deployments-2.schema.json": fleetFileSchema,
};

const checkOnly = process.argv.includes("--check");

for (const [file, make] of Object.entries(GENERATED)) {
  const wanted = await make();
  if (existsSync(file) && readFileSync(file, "utf8") === wanted) continue;
  if (checkOnly) {
    console.log(`${file} is out of date. Run: npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, wanted);
    console.log(`Wrote ${file}`);
  }
}
