import type { Evidence } from "./evidence.ts";

/** Whether the build's compiler was to put metadata behind the code. Where not, what looks so is a constant of the code. */
export function appendsMetadata({ build }: Pick<Evidence, "build">): boolean {
  const metadata = build?.compilation.input.settings?.metadata;
  return !(
    typeof metadata === "object" &&
    metadata !== null &&
    "appendCBOR" in metadata &&
    metadata.appendCBOR === false
  );
}
