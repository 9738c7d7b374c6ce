import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { requestTo } from "../helpers/node-request.ts";
import { installed } from "./workshop.ts";

const ANVIL = "@foundry-rs/anvil@1.7.1";

/** With the well-known accounts, on a free port. */
export class Anvil implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** @param tools Folder whose node_modules contains anvil. @default a new one */
  static async start(chainId = 31337, tools?: string): Promise<Anvil> {
    const binary = foundryBinary(tools ?? (await installed("anvil", [ANVIL])), "anvil");
    const args = ["--host", "127.0.0.1", "--port", "0", "--chain-id", String(chainId)];
    const child = spawn(binary, args, { stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /^Listening on (127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (address === undefined) continue;
      child.stdout.resume();
      return new Anvil(child, `http://${address}`);
    }
    throw new Error("anvil ended before it was ready.");
  }

  request(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return requestTo(this.url)(method, params, new AbortController().signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#child, "close");
    this.#child.kill();
    await closed;
  }
}

/** The main package only searches for this binary. */
export function foundryBinary(tools: string, name: string): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const file = process.platform === "win32" ? `${name}.exe` : name;
  return join(tools, "node_modules", "@foundry-rs", `${name}-${process.platform}-${arch}`, "bin", file);
}
