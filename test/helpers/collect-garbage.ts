import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

export async function countKept(objects: readonly WeakRef<object>[]): Promise<number> {
  // Values read in an event loop turn stay alive until it ends, and a finaliser may release more objects.
  for (let round = 0; round < 5; round++) {
    await sleep(5);
    gc();
  }
  return objects.filter((each) => each.deref() !== undefined).length;
}
