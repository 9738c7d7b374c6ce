import { listWords } from "../text/amounts.ts";
import { isHedera } from "./hedera.ts";
import type { RemoteWitness, Witness } from "./witness.ts";

/** The operator of a witness, as a name. Witnesses with the same name are one operator's: their agreement proves nothing. */
export type OperatorOf = (witness: Witness) => string;

/** The URL of each remote witness that a run asks; null for one without, such as a chain in this process. */
type WitnessUrls = Readonly<Partial<Record<RemoteWitness, string | null>>>;

export interface OperatorsInput {
  readonly chainId: number;
  readonly urls: WitnessUrls;
  /** Names by URL or origin, as configured. */
  readonly configured: Readonly<Record<string, string>>;
}

/** In this order a group gets its members, and its name where none is configured. */
const ROLES: readonly (readonly [RemoteWitness, string])[] = [
  ["chain", "node"],
  ["query service", "query service"],
  ["record", "verification service"],
];

/** The operator of build files, deployment records, compilers on this computer, and the request itself. */
const OWN = "this project";

interface Member {
  readonly witness: RemoteWitness;
  readonly role: string;
  readonly url: string | null;
  /** As configured. */
  readonly name: string | undefined;
}

/**
 * Tells who runs each witness of a run. Two are one operator's if the configuration gives them the same name. Unless it
 * gives them different names, they are also one operator's if their URLs have the same origin, or if they are the relay and
 * the mirror node of a chain whose relay answers from its mirror node. A host's name decides nothing.
 */
export function operatorsOf({ chainId, urls, configured }: OperatorsInput): OperatorOf {
  const groups: Member[][] = [];
  for (const [witness, role] of ROLES) {
    const url = urls[witness];
    if (url === undefined) continue;
    const member = { witness, role, url, name: url === null ? undefined : configuredName(url, configured) };
    const group = groups.find((members) => isOfGroup(member, members, chainId));
    if (group === undefined) groups.push([member]);
    else group.push(member);
  }
  const names = new Map<Witness, string>(
    groups.flatMap((members) => members.map(({ witness }) => [witness, nameOf(members)] as const)),
  );
  return (witness) => names.get(witness) ?? ROLES.find(([each]) => each === witness)?.[1] ?? OWN;
}

function isOfGroup(member: Member, members: readonly Member[], chainId: number): boolean {
  const name = members.find((each) => each.name !== undefined)?.name;
  if (name !== undefined && member.name !== undefined) return name === member.name;
  return members.some((other) => haveOneSource(member, other, chainId));
}

function haveOneSource(one: Member, other: Member, chainId: number): boolean {
  // Hedera's relay takes its answers from the mirror node (hiero-json-rpc-relay), so both are one witness.
  if (isHedera(chainId) && [one, other].every(({ witness }) => witness !== "record")) return true;
  return one.url !== null && other.url !== null && originOf(one.url) === originOf(other.url);
}

function nameOf(members: readonly Member[]): string {
  return members.find(({ name }) => name !== undefined)?.name ?? listWords(members.map(({ role }) => role));
}

/** The name of the longest configured URL that the URL is, or is below. */
function configuredName(url: string, configured: Readonly<Record<string, string>>): string | undefined {
  const [longest] = Object.entries(configured)
    .filter(([key]) => isBelow(url, key))
    .sort(([one], [other]) => pathOf(other).length - pathOf(one).length);
  return longest?.[1];
}

function isBelow(url: string, base: string): boolean {
  const [path, prefix] = [pathOf(url), pathOf(base)];
  return originOf(url) === originOf(base) && (path === prefix || path.startsWith(`${prefix}/`));
}

/** Scheme, host and port; empty for an invalid URL. */
function originOf(url: string): string {
  return URL.parse(url)?.origin ?? "";
}

/** Without a slash at the end, so that the path of an origin is empty. */
function pathOf(url: string): string {
  return (URL.parse(url)?.pathname ?? "").replace(/\/+$/, "");
}
