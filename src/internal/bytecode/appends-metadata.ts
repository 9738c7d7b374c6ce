/** Whether a compiler with these settings puts metadata behind a code. Where not, what looks so is a constant of the code. */
export function appendsMetadata(settings: Readonly<Record<string, unknown>> | undefined): boolean {
  const metadata = settings?.metadata;
  return !(
    typeof metadata === "object" &&
    metadata !== null &&
    "appendCBOR" in metadata &&
    metadata.appendCBOR === false
  );
}
