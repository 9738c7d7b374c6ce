import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { installPackages } from "../helpers/install-packages.ts";

/** Kept, so that a second run is quick; ignored by Git. */
const SCRATCH = fileURLToPath(new URL("../../.tmp/browser", import.meta.url));
/** The pictures, for people to look at. */
export const SHOTS = join(SCRATCH, "shots");

/** What the suite uses of playwright-core, which the project does not install. */
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

/** A browser that the package manager installs, as the lock file in packages/ says. Nothing else is downloaded. */
export async function launchBrowser(): Promise<Browser> {
  await installPackages(join(import.meta.dirname, "packages"), SCRATCH);
  mkdirSync(SHOTS, { recursive: true });
  const temporary = join(SCRATCH, "unpacked");
  mkdirSync(temporary, { recursive: true });
  // The package unpacks the browser to the folder for temporary files, and takes what is there, of whatever version.
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
        // Origins that are not of this computer, served by it.
        "--host-resolver-rules=MAP *.example 127.0.0.1",
      ],
    });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The file of axe-core. */
export function axeFile(): string {
  return createRequire(join(SCRATCH, "package.json")).resolve("axe-core/axe.min.js");
}
