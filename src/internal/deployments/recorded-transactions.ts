import { ifUnusable } from "../builds/json-file.ts";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { type Located, listRecordFiles, locateInProject } from "./locate.ts";
import type { Deployment } from "./model.ts";
import { readRecordText } from "./record-file.ts";

/**
 * Lists the latest broadcast's transactions first. They are only candidates, because the chain may have been restarted
 * since. Parses only records that mention the address, and skips unusable records.
 */
export async function recordedTransactions(
  address: string,
  chainId: number,
  project: ProjectPaths,
): Promise<readonly string[]> {
  const found: Deployment[] = [];
  for (const each of await locateInProject(project).catch(ifUnusable([]))) {
    if ((each.chainId ?? chainId) !== chainId || !(await mentions(each, address))) continue;
    const read = await each.reader.read(each.location, project).catch(ifUnusable([]));
    found.push(...read.filter((deployment) => deployment.chainId === chainId));
  }
  // Records without a time come first, because their tools keep only one record per contract.
  const timeOf = ({ broadcast }: Deployment) => broadcast?.timestampMs ?? Number.MAX_SAFE_INTEGER;
  const hashes = found
    .sort((a, b) => timeOf(b) - timeOf(a))
    .flatMap(({ contracts }) => contracts)
    .flatMap(({ recorded }) => (recorded?.address === address ? recorded.transactionHashes : []));
  return [...new Set(hashes)];
}

async function mentions(located: Located, address: string): Promise<boolean> {
  for (const file of await listRecordFiles(located)) {
    const text = await readRecordText(file).catch(ifUnusable(""));
    if (text.toLowerCase().includes(address.toLowerCase())) return true;
  }
  return false;
}
