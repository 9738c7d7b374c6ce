import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installPackages } from "../helpers/install-packages.ts";

/** Kept between runs; ignored by Git. */
const SCRATCH = fileURLToPath(new URL("../../.tmp/browser", import.meta.url));
export const SHOTS = join(SCRATCH, "shots");

/** The parts of playwright-core in use, which the project doesn't install. */
export interface Page {
  goto(url: string): Promise<unknown>;
  evaluate<T>(script: string): Promise<T>;
  screenshot(options: {
    readonly path: string;
    readonly fullPage: boolean;
    readonly clip: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  }): Promise<unknown>;
  pdf(options: { readonly path: string; readonly preferCSSPageSize: boolean }): Promise<Uint8Array>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  emulateMedia(options: { readonly media?: "print" | "screen" }): Promise<void>;
  on(event: string, listener: (what: { text?(): string; url?(): string; message?: string }) => void): void;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  click(selector: string): Promise<void>;
}

interface Context {
  newPage(): Promise<Page>;
  grantPermissions(permissions: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface Browser {
  newContext(options: Readonly<Record<string, unknown>>): Promise<Context>;
  version(): string;
  close(): Promise<void>;
}

export async function launchBrowser(): Promise<Browser> {
  await installPackages(join(import.meta.dirname, "packages"), SCRATCH);
  mkdirSync(SHOTS, { recursive: true });
  const temporary = join(SCRATCH, "unpacked");
  mkdirSync(temporary, { recursive: true });
  // The package unpacks the browser into the temporary folder, and reuses whatever version it finds there.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  try {
    const packages = createRequire(join(SCRATCH, "package.json"));
    const file = pathToFileURL(packages.resolve("@sparticuz/chromium")).href;
    const { default: packed } = (await import(file)) as { default: { executablePath(): Promise<string> } };
    const { chromium } = packages("playwright-core") as {
      chromium: { launch(options: Readonly<Record<string, unknown>>): Promise<Browser> };
    };
    return await chromium.launch({
      executablePath: await packed.executablePath(),
      args: [
        "--no-sandbox",
        "--headless=shell",
        "--font-render-hinting=none",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        // Serves foreign origins from this computer.
        "--host-resolver-rules=MAP *.example 127.0.0.1",
      ],
    });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

export function axeFile(): string {
  return createRequire(join(SCRATCH, "package.json")).resolve("axe-core/axe.min.js");
}
