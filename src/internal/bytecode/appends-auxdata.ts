/** Whether these settings make solc append CBOR auxdata (the metadata section). If not, bytes that look like it are code. */
export function appendsAuxdata(settings: Readonly<Record<string, unknown>> | undefined): boolean {
  const metadata = settings?.metadata;
  return !(
    typeof metadata === "object" &&
    metadata !== null &&
    "appendCBOR" in metadata &&
    metadata.appendCBOR === false
  );
}
