import { compareCode } from "../../bytecode/compare.ts";
import { getIdentifier } from "../../domain/build.ts";
import { findDifferingSettings, findOneSidedSettings } from "../../solidity/normalised-settings.ts";
import {
  type CheckRule,
  endIfFailed,
  type Finding,
  failed,
  need,
  needBuild,
  passed,
  runCheck,
  skipped,
  unknown,
} from "../check.ts";
import { mustFitBuild } from "../compare/comparable.ts";
import { compareText, describeCode, listNames } from "../compare/compare-values.ts";
import { compareWritten, findWrittenCode } from "../compare/compiled-here.ts";
import { findDifferingInputSources, hasExactInput } from "../compare/of-same-input.ts";
import { checkCallProtection } from "../compare/own-addresses.ts";
import type { BuildEvidence, Evidence } from "../evidence.ts";

export const givenInput: CheckRule = {
  id: "given-input",
  claim: "sources",
  subject: "input has been verified",
  witnesses: ["record", "build"],
  needs: "given-input",
  proves:
    "The given standard JSON input passes if the service compiled it during this run and found a match, if it is identical to the record's input, if it has the same sources and settings as metadata that the match covers, or if compiling it on this machine produces the on-chain code. A partial match from another submitter proves nothing. Runs only with `--std-json-input`.",
  run: (evidence) => {
    const build = needBuild(evidence);
    if (build.compiled !== undefined) return skipped("the build has compiled code to compare with");
    if (evidence.isJudged) return passed("the service compiled it, and it matches");
    if (hasExactInput(evidence.record, build))
      return passed("the service compiled the same input before, and it matches");
    if (runCheck(givenInputHere, evidence).status === "passed")
      return passed("compiled on this machine, it produces the code on chain");
    if (mustFitBuild(evidence)) return compareWithRecord(evidence, build);
    return unknown(
      "the given input was not compiled, and the stored match is partial, so the stored sources may come from another author",
    );
  },
};

function compareWithRecord({ record }: Evidence, { compilation, contract }: BuildEvidence): Finding {
  const { input, compilerVersion } = compilation;
  const { settings = {}, compiler } = need(record.metadata, unknown("the record has no metadata"));
  const sources = findDifferingInputSources(record, input);
  if (sources.length > 0) return failed("the record's sources", `different content in ${listNames(sources)}`);
  const [target = ["", ""]] = Object.entries(settings.compilationTarget ?? {});
  endIfFailed(compareText(target.join(":"), getIdentifier(contract)));
  endIfFailed(compareText(compiler?.version ?? "", compilerVersion));
  const differing = findDifferingSettings(input.settings, settings, compilerVersion);
  if (differing.length > 0) return failed("the record's settings", `different ${listNames(differing)}`);
  const open = findOneSidedSettings(input.settings, settings);
  return open.length === 0
    ? passed("sources, settings, compiler and contract are the same as in the record's metadata")
    : unknown(`it is unknown whether ${listNames(open)} affects the code`);
}

export const givenInputHere: CheckRule = {
  id: "given-input-here",
  claim: "runtime-code",
  subject: "input compiles to the code",
  witnesses: ["chain", "compiler"],
  needs: "given-input",
  proves:
    "The given standard JSON input, compiled on this machine, produces the code on chain, except for libraries, immutables and metadata. The Solidity compiler is taken from the project, Hardhat's downloads or the package `solc`; Vyper needs `vyper` on PATH. Runs only with `--std-json-input`.",
  run: (evidence) => {
    const { facts } = evidence;
    const compiled = need(evidence.givenCompiled, skipped("no standard JSON input was given"));
    switch (compiled.kind) {
      case "not-possible":
      case "no-compiler":
        return skipped(`only the service compiled it: ${compiled.reason}`);
      case "failed":
        return unknown(`it could not be compiled on this machine: ${compiled.reason}`);
      case "compiled": {
        const onchain = describeCode(facts.runtimeBytecode);
        const comparison = compareCode("runtime", facts.runtimeBytecode, compiled.runtime);
        if (comparison?.sameCode === true)
          return checkCallProtection(comparison, evidence) ?? passed(onchain);
        const written = findWrittenCode({ facts, build: undefined, recompiled: compiled });
        return written !== undefined
          ? compareWritten(written, evidence)
          : failed(
              onchain,
              describeCode(compiled.runtime.object),
              "the given input doesn't compile to the code on chain",
            );
      }
    }
  },
};
