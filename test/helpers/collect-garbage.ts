import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

/** How many of these objects are still kept by somebody. */
export async function countKept(objects: readonly WeakRef<object>[]): Promise<number> {
  // What a turn of the event loop has read stays until it ends, and a finaliser may let go of more.
  for (let round = 0; round < 5; round++) {
    await sleep(5);
    gc();
  }
  return objects.filter((each) => each.deref() !== undefined).length;
}
