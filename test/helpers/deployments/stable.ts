import type { CliRun } from "../cli.ts";
import { screenOf } from "../screen.ts";
import type { Stage } from "./stage.ts";

export function stable(text: string, { project, world }: Stage): string {
  const run: CliRun = { exitCode: null, stdout: text, stderr: "" };
  return (
    screenOf(run, project, world)
      // Markdown splits a URL so that it doesn't become a link.
      .replaceAll(new URL(world.verification.url).host, "127.0.0.1:5555")
      .replaceAll(new URL(world.query.url).host, "127.0.0.1:5551")
      .replace(/(?<![\d.])\d+(?:\.\d+)? (?:ms|s|min)\b(?: \d+ s\b)?/g, "1.4 s")
      .replace(/\b20\d\d-\d\d-\d\d([T ])\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, "2026-11-21$112:00:00")
      .replace(/("\w+Ms": )\d+/g, "$11400")
      .replace(/ time="[\d.]+"/g, ' time="1.400"')
      .replace(/\b1[6-9]\d{8}(?:\.\d{9})?\b/g, "1795262400")
  );
}
