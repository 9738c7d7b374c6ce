import { type CodeTemplate, decodeCode } from "../../domain/code-template.ts";
import type { CodePart, ContractCode } from "../../report/model.ts";

/**
 * Divides an init code into the constructor's code, the runtime code that it returns, and the arguments.
 *
 * @param initCode 0x-hex, with constructor arguments.
 * @param template The build's two codes, of which the init code is one.
 * @returns undefined where it is not the build's.
 */
export function creationLayout(
  initCode: string,
  template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate },
): ContractCode["creation"] {
  const code = decodeCode(initCode);
  const creation = decodeCode(template.creation.object);
  const runtime = decodeCode(template.runtime.object);
  if (code === undefined || creation === undefined || runtime === undefined) return undefined;
  if (creation.length === 0 || code.length < creation.length) return undefined;
  const at = runtime.length === 0 ? -1 : Buffer.from(creation).lastIndexOf(Buffer.from(runtime));
  const parts: CodePart[] =
    at === -1
      ? [part("constructor", 0, creation.length)]
      : [
          part("constructor", 0, at),
          part("runtime", at, runtime.length),
          part("constructor", at + runtime.length, creation.length - at - runtime.length),
        ];
  parts.push(part("arguments", creation.length, code.length - creation.length));
  return { bytes: code.length, parts: parts.filter(({ length }) => length > 0) };
}

function part(kind: CodePart["kind"], start: number, length: number): CodePart {
  return { kind, start, length };
}
