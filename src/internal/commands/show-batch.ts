import { renderBatch } from "../render/terminal/batch-report.ts";
import { renderQuiet } from "../render/terminal/report.ts";
import type { BatchEvent } from "../report/batch-progress.ts";
import type { Report } from "../report/model.ts";
import type { ExitCode } from "../report/outcome.ts";
import { batchScreen } from "./live-screen.ts";
import {
  type Context,
  OF_CHAIN,
  type RefuseOverwriting,
  type Screens,
  type Shown,
  show,
  type View,
} from "./show-run.ts";

const MANY: View<BatchEvent, Report> = { ...OF_CHAIN, open: batchScreen, render: renderBatch, renderQuiet };

/** Shows a run over many contracts; see {@link show}. */
export function showBatch(
  shown: Shown & Context,
  screens: Screens,
  run: (onEvent: (event: BatchEvent) => void, refuse: RefuseOverwriting) => Promise<Report>,
): Promise<ExitCode> {
  return show(MANY, shown, screens, run);
}
