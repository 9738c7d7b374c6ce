// Checks that files to be committed contain nothing specific to the machine they were written on.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";

const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  // npm may write it into the lock file, which bypasses a configured mirror.
  "the host of a package registry": /\bregistry\.(?:npmjs|yarnpkg)\.[a-z]{2,3}\b|"resolved": "https?:/,
  "the path of this checkout": literally(process.cwd()),
  "the path of a home folder": new RegExp(`${literally(homedir()).source}/|/(?:home|Users)/[a-z]`),
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  "an access token": /\b(?:npm_[A-Za-z0-9]{36}|gh[pousr]_[A-Za-z0-9]{36})\b/,
};

const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
});
for (const file of listed.split("\0").filter((name) => name !== "" && existsSync(name))) {
  // This file contains the patterns themselves.
  if (file === "scripts/committed-files.ts") continue;
  for (const [index, line] of readFileSync(file, "latin1").split("\n").entries()) {
    for (const [what, pattern] of Object.entries(FORBIDDEN)) {
      if (!pattern.test(line)) continue;
      console.log(`${file}:${index + 1} has ${what}`);
      process.exitCode = 1;
    }
  }
}

function literally(path: string): RegExp {
  return new RegExp(path.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
}
