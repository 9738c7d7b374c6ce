import { type CheckRule, failed, passed, unknown } from "../check.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";
import { compareEach, compareText } from "../compare/compare-values.ts";

/** The compiler of each known language. */
const COMPILERS: Readonly<Record<string, string>> = {
  Solidity: "solc",
  Yul: "solc",
  Vyper: "vyper",
  Fe: "fe",
};

export const compilation: CheckRule = {
  id: "compilation",
  subject: "compilation fits together",
  witnesses: ["record", "build"],
  proves:
    "The record's compilation names the compiler of its language, and its contract name equals the one in its fully qualified name. Where the match covers the metadata, the language also equals that of the metadata and of the build.",
  run: (evidence) => {
    const { record, build } = evidence;
    if (record.compilation === undefined || record.compilation === null)
      return unknown("the record names no compilation");
    const { language, compiler, name, fullyQualifiedName } = record.compilation;
    const known = Object.hasOwn(COMPILERS, language) ? COMPILERS[language] : undefined;
    const called = compiler.toLowerCase();
    if (known !== undefined && known !== called) return failed(`${known} for ${language}`, compiler);
    if (known === undefined && Object.values(COMPILERS).includes(called))
      return failed(`a language of ${called}`, language);
    const named = compareText(fullyQualifiedName.slice(fullyQualifiedName.lastIndexOf(":") + 1), name);
    if (named.status !== "passed") return named;
    if (restsOnSameMetadata(evidence)) {
      const expected = build?.compilation.input.language ?? language;
      const same = compareEach(expected, [language, record.metadata?.language ?? language]);
      if (same.status !== "passed") return same;
    }
    return passed(`${name}, ${language} by ${called}`);
  },
};
