import { joinWords } from "../text/amounts.ts";
import { isHedera } from "./hedera.ts";
import type { RemoteWitness, Witness } from "./witness.ts";

/** Returns the name of a witness's operator. Agreement between witnesses run by the same operator proves nothing. */
export type OperatorLookup = (witness: Witness) => string;

export interface OperatorsInput {
  readonly chainId: number;
  /** The URL of each remote witness. Null for a witness without a URL, such as an in-process chain. */
  readonly urls: Readonly<Partial<Record<RemoteWitness, string | null>>>;
  /** Operator names by URL or origin, as configured. */
  readonly configured: Readonly<Record<string, string>>;
}

/** Each witness's role, in order. If no name is configured for a group, its members' roles make up the name. */
const ROLES: readonly (readonly [RemoteWitness, string])[] = [
  ["chain", "node"],
  ["query service", "query service"],
  ["record", "verification service"],
];

/** The operator of build files, deployment records, local compilers, and the request itself. */
const OWN = "this project";

interface Member {
  readonly witness: RemoteWitness;
  readonly role: string;
  readonly url: string | null;
  readonly name: string | undefined;
}

/**
 * Groups a run's witnesses by operator. Two witnesses share an operator if the configuration gives them the same name.
 * Unless it gives them different names, they also share one if their URLs have the same origin, or if one is a chain's
 * relay and the other is the relay's mirror node. Similar host names alone are not sufficient.
 */
export function groupByOperator({ chainId, urls, configured }: OperatorsInput): OperatorLookup {
  const groups: Member[][] = [];
  for (const [witness, role] of ROLES) {
    const url = urls[witness];
    if (url === undefined) continue;
    const name = url === null ? undefined : findConfiguredName(url, configured);
    const member = { witness, role, url, name };
    const group = groups.find((members) => belongsToGroup(member, members, chainId));
    if (group === undefined) groups.push([member]);
    else group.push(member);
  }
  const names = new Map<Witness, string>(ROLES);
  for (const members of groups) for (const { witness } of members) names.set(witness, getGroupName(members));
  return (witness) => names.get(witness) ?? OWN;
}

function belongsToGroup(member: Member, members: readonly Member[], chainId: number): boolean {
  const name = members.find((each) => each.name !== undefined)?.name;
  if (name !== undefined && member.name !== undefined) return name === member.name;
  return members.some((other) => haveSameSource(member, other, chainId));
}

function haveSameSource(one: Member, other: Member, chainId: number): boolean {
  // Hedera's relay reads from the mirror node (hiero-json-rpc-relay), so the two have the same operator.
  if (isHedera(chainId) && [one, other].every(({ witness }) => witness !== "record")) return true;
  return one.url !== null && other.url !== null && getOrigin(one.url) === getOrigin(other.url);
}

function getGroupName(members: readonly Member[]): string {
  return members.find(({ name }) => name !== undefined)?.name ?? joinWords(members.map(({ role }) => role));
}

/** Finds the name configured for this URL, or for the longest configured URL that is a prefix of it. */
function findConfiguredName(url: string, configured: Readonly<Record<string, string>>): string | undefined {
  const [longest] = Object.entries(configured)
    .filter(([key]) => isBelow(url, key))
    .sort(([one], [other]) => getPath(other).length - getPath(one).length);
  return longest?.[1];
}

function isBelow(url: string, base: string): boolean {
  const [path, prefix] = [getPath(url), getPath(base)];
  return getOrigin(url) === getOrigin(base) && (path === prefix || path.startsWith(`${prefix}/`));
}

/** Returns a URL's scheme, host and port, or an empty string if the URL is invalid. */
function getOrigin(url: string): string {
  return URL.parse(url)?.origin ?? "";
}

/** Returns a URL's path without a trailing slash, so the path of an origin is empty. */
function getPath(url: string): string {
  return (URL.parse(url)?.pathname ?? "").replace(/\/+$/, "");
}
