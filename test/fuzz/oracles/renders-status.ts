import { renderStatus } from "../../../src/internal/render/terminal/status.ts";
import { plainStyle } from "../../../src/internal/render/terminal/style.ts";
import type { StatusReport } from "../../../src/internal/report/status/model.ts";
import { parseStatusReport } from "../../helpers/status-schema.ts";
import { assertTame } from "./renders.ts";

/** A status report is what its schema says, and nothing in it acts on a screen. */
export function assertStatusRenders(report: StatusReport): void {
  parseStatusReport(JSON.stringify(report));
  assertTame(renderStatus(report, plainStyle, 80), "the status screen");
}
