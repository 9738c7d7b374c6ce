import { HOME } from "../errors/home.ts";
import { advice } from "../errors/next-step.ts";
import { type Facts, VerifyContractError } from "../errors/problem.ts";
import type { ContractReport } from "../report/model.ts";
import { cleanText } from "../text/clean-text.ts";

const MOST_FRAMES = 6;
const FRAME =
  /[/\\](?:src|dist)[/\\](internal[/\\][^\s():]+|[\w-]+\.[jt]s):(\d+)|[/\\]node_modules[/\\]([^\s()]+?\.[cm]?js):(\d+)/;

/** Returns VC999 with the submissions as facts. */
export function unforeseen(error: unknown, contracts: readonly ContractReport[] = []): VerifyContractError {
  return new VerifyContractError("VC999", {
    facts: [...errorFacts(error), ...contracts.flatMap(sentFacts)],
    next: REPORT_IT,
    cause: error,
  });
}

export const REPORT_IT = advice(
  HOME === undefined ? "report it with the complete message" : `report it with this message: ${HOME}/issues`,
);

export function errorFacts(error: unknown): Facts {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return [
    ["Error", cleanText(what, 300)],
    ["Where", listFrames(error)],
  ];
}

/** The frames in this program and its dependencies, innermost first, without local paths. */
function listFrames(error: unknown): string | undefined {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  const frames = lines.flatMap((line) => {
    const [, own, ownLine, other, otherLine] = FRAME.exec(line) ?? [];
    if (own !== undefined) return [`${own.replaceAll("\\", "/")}:${ownLine}`];
    return other === undefined ? [] : [`${other.replaceAll("\\", "/")}:${otherLine}`];
  });
  return frames.length === 0 ? undefined : cleanText(frames.slice(0, MOST_FRAMES).join(", "));
}

export function sentFacts({ submitted }: Pick<ContractReport, "submitted">): Facts {
  return submitted
    .filter(({ sent }) => sent)
    .map(({ contractIdentifier, verificationId }) => [
      "Sent",
      `${contractIdentifier}, ${verificationId === null ? "without a job" : `job ${verificationId}`}`,
    ]);
}
