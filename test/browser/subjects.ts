import type { ContractReport, Report } from "../../src/internal/report/model.ts";
import { BATCH_REPORTS, manyContracts } from "../helpers/batch-reports.ts";
import { DEPLOYMENT } from "../helpers/deployments/recorded-report.ts";
import { CHAINS, driftReport } from "../helpers/drift-report.ts";
import { poisoned } from "../helpers/hostile-texts.ts";
import { reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

/** Names and sources that would act as markup. */
const HOSTILE = [
  `<img src="http://127.0.0.1:9/x" onerror="window.taken=1"><script>window.taken=1</script>`,
  `"><svg onload="window.taken=1"><a href="javascript:window.taken=1">x</a>`,
  "\u202eevil\u2066\u200f </title></style></script></noscript><base href=http://127.0.0.1:9/>",
  "W".repeat(3000),
  "\u{1f469}\u200d\u{1f469}\u200d\u{1f467} é\u0301\u0301\u0301 漢字 עברית",
];

/** Keys whose values only this project's code makes. */
const OWN: ReadonlySet<string> = new Set([
  ...["schema", "startedAt", "finishedAt", "outcome", "status", "side", "kind", "sources", "witnesses"],
  ...["state", "match", "creationMatch", "runtimeMatch", "creation", "runtime", "id", "hash", "hex"],
  ...["verdict", "code"],
]);

let texts = 0;
export const HOSTILE_REPORT: Report = poisoned(
  BATCH_REPORTS["batch-shard"],
  () => HOSTILE[++texts % HOSTILE.length] ?? "",
  OWN,
);

export const MANY = 2000;

export function fleet(count: number): Report {
  const failing = REPORTS["several-contracts"].contracts;
  const good = manyContracts(count - failing.length);
  return reportOf([...good.slice(0, 90), ...failing, ...good.slice(90)], 1);
}

/** The last chain has the failing contracts, and one network was left out. */
export function severalChains(): Report {
  const ofChain = CHAINS.map((network, index) =>
    [...manyContracts(8), ...(index === 2 ? DEPLOYMENT.contracts.slice(0, 3) : [])].map((contract) => ({
      ...contract,
      network,
    })),
  );
  const services = { verification: "https://sourcify.dev/server", query: null, status: null };
  return reportOf(ofChain.flat(), 1, {
    network: null,
    networks: [
      ...CHAINS.map((network) => ({ ...network, services })),
      { name: "mainnet", chainId: 1, skipped: "its node did not answer" },
    ],
  });
}

export const DRIFT: Report = driftReport(194);

export const SINGLES: Readonly<Record<string, Report>> = Object.fromEntries(
  (
    [
      "verified-exact",
      "match-not-exact",
      "check-failed",
      "no-build",
      "dry-run",
      "wrong-use",
      "unavailable",
    ] as const
  ).map((name) => [name, REPORTS[name]]),
);

export function viewOf(report: Report, wanted: (contract: ContractReport) => boolean): string {
  return `contract-${report.contracts.findIndex(wanted) + 1}`;
}
