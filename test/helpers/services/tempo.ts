import { readFileSync } from "node:fs";
import type { Body } from "../cross-check/one-check.ts";

interface TempoRecording {
  readonly chainId: string;
  readonly address: string;
  readonly chain: Body;
  readonly submission: Body;
  readonly answers: readonly {
    readonly about: string;
    readonly request: { readonly method: string; readonly path: string };
    readonly status: number;
    readonly body: Body;
  }[];
}

function tempoRecording(name: string): TempoRecording {
  const url = new URL(`../../fixtures/recorded/dialects/tempo/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")) as TempoRecording;
}

export function tempoAnswer(name: string, about: string): TempoRecording["answers"][number] {
  const found = tempoRecording(name).answers.find((answer) => answer.about.endsWith(about));
  if (found === undefined) throw new Error(`${name} has no answer ${about}.`);
  return found;
}

/** The record with the fields that checks request. */
export const RUN = "product asks for (run)";
