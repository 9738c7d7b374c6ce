import { isTarget } from "../domain/target.ts";

/**
 * Whether a target of `check` names a contract, and not a deployment. An empty one does, so that it is refused: it is most
 * likely a shell variable that is not set.
 */
export function namesContract(text: string): boolean {
  return isTarget(text) || /^(0x.*|\d{1,10}|\s*)$/i.test(text);
}
