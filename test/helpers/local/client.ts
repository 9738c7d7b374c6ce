import { setTimeout } from "node:timers/promises";
import { OWN_CONNECTION } from "../own-connection.ts";
import { COMPILER_VERSION, INPUT } from "./contracts.ts";

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer has many shapes
  readonly body: any;
}

export async function get(url: string): Promise<Answer> {
  const response = await fetch(url, { headers: OWN_CONNECTION });
  return { status: response.status, body: await readBody(response) };
}

export async function post(
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): Promise<Answer> {
  const response = await fetch(url, { method: "POST", body, headers: { ...headers, ...OWN_CONNECTION } });
  return { status: response.status, body: await readBody(response) };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  return response.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text;
}

export function submission(name: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    stdJsonInput: INPUT,
    compilerVersion: COMPILER_VERSION,
    contractIdentifier: `contracts/All.sol:${name}`,
    ...more,
  });
}

export async function verify(serviceUrl: string, address: string, body: string): Promise<Answer["body"]> {
  const { status, body: accepted } = await post(`${serviceUrl}/v2/verify/31337/${address}`, body);
  if (status !== 202) throw new Error(`Refused with ${status}: ${JSON.stringify(accepted)}`);
  return jobEnd(serviceUrl, accepted.verificationId);
}

export async function jobEnd(serviceUrl: string, verificationId: string): Promise<Answer["body"]> {
  for (;;) {
    const { body } = await get(`${serviceUrl}/v2/verify/${verificationId}`);
    if (body.isJobCompleted) return body;
    await setTimeout(50);
  }
}
