/** `1/8`: the first of eight parts. Every lie is told about one contract at least, and so many recombined ones. */
const [part = 1, parts = 1] = (process.env.LIES_PART ?? "1/1").split("/").map(Number);

/** Seeds what is recombined; printed, so that a run can be repeated. */
export const SEED = Number(process.env.LIES_SEED ?? Date.now() % 2_147_483_647);

export const RECOMBINED = Math.ceil(2000 / parts);

/** Whether it belongs to this part of the run. */
export function isInPart(index: number): boolean {
  return index % parts === part - 1;
}

/** Tells only the lies whose line it fits, as a failure prints it: a text of `LIES_ONLY`, in any case. */
export const ONLY = process.env.LIES_ONLY?.toLowerCase() ?? "";
