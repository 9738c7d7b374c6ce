import { createRequire } from "node:module";

/** Those of the checkout, and those that a folder of packages/ has beside its contracts. */
const COMPILERS = {
  "0.4.24": { longVersion: "0.4.24+commit.e67f0147", module: "solc-0.4.24" },
  "0.5.16": { longVersion: "0.5.16+commit.9c3226ce", module: "solc-0.5.16" },
  "0.7.1": { longVersion: "0.7.1+commit.f4a555be", module: "solc-0.7.1" },
  "0.7.6": { longVersion: "0.7.6+commit.7338295f", module: "solc-0.7.6" },
  "0.8.9": { longVersion: "0.8.9+commit.e5eed63a", module: "solc-0.8.9" },
  "0.8.10": { longVersion: "0.8.10+commit.fc410830", module: "solc-0.8.10" },
  "0.8.19": { longVersion: "0.8.19+commit.7dd6d404", module: "solc-0.8.19" },
  "0.8.24": { longVersion: "0.8.24+commit.e11b9ed9", module: "solc-0.8.24" },
  "0.8.26": { longVersion: "0.8.26+commit.8a97fa7a", module: "solc-0.8.26" },
  "0.8.27": { longVersion: "0.8.27+commit.40a35a09", module: "solc-0.8.27" },
  "0.8.28": { longVersion: "0.8.28+commit.7893614a", module: "solc" },
  "0.8.29": { longVersion: "0.8.29+commit.ab55807c", module: "solc-0.8.29" },
  "0.8.37": { longVersion: "0.8.37+commit.f401782d", module: "solc-0.8.37" },
} as const;

export type CompilerVersion = keyof typeof COMPILERS;

/** @param folder Of a package, from which the compiler is looked for; the checkout is above it. */
export function soljsonOf(version: CompilerVersion, folder: string): string {
  return createRequire(`${folder}/package.json`).resolve(`${COMPILERS[version].module}/soljson.js`);
}

export function longVersionOf(version: CompilerVersion): string {
  return COMPILERS[version].longVersion;
}
