import { asObject } from "../text/is-object.ts";

/** Whether these settings make solc append CBOR auxdata (the metadata section). If not, bytes that look like it are code. */
export function appendsAuxdata(settings: Readonly<Record<string, unknown>> | undefined): boolean {
  return asObject(settings?.metadata).appendCBOR !== false;
}
