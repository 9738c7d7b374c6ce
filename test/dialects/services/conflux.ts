import { startLocalServices } from "../../../src/local.ts";
import { COMPILERS } from "../../helpers/solc.ts";
import type { ChainOf } from "./compiles.ts";
import { type Answer, type Asked, type Dialect, htmlNotFound } from "./dialect-service.ts";
import { forward, passing } from "./sourcify.ts";

/** Newer fields of Sourcify, which this older fork refuses. */
const UNKNOWN_FIELDS = ["signatures", "transientStorageLayout"];

/**
 * Conflux's fork of Sourcify, imitated from its source (Argeric/conflux-sourcify 103069d), not measured. Its routes have no
 * prefix, chain and match ids are numbers, and an unknown chain is a 404.
 */
export async function conflux(chain: ChainOf): Promise<Dialect> {
  const services = await startLocalServices({ chain, compilers: COMPILERS, workers: 1 });
  return passing(
    services,
    async (asked) => {
      const refusal = refusalOf(asked, chain.chainId);
      if (refusal !== undefined) return refusal;
      const answer = await forward(services, { ...asked, path: `/v2${asked.path}` });
      return { ...answer, body: inNumbers(answer.body, asked) };
    },
    (body) => inNumbers(body, undefined),
  );
}

function refusalOf(asked: Asked, served: string): Answer | undefined {
  const [resource = "", first = "", second] = asked.path.split("/").slice(1);
  const isKnown = resource === "verify" || (resource === "contract" && second !== undefined);
  if (!isKnown || first === "all-chains") return htmlNotFound(asked);
  if (second !== undefined && first !== served)
    return error(404, "unsupported_chain", `Chain ${first} not found`);
  const fields = [
    ...(asked.query.get("fields")?.split(",") ?? []),
    ...(asked.query.get("omit")?.split(",") ?? []),
  ];
  const unknown = fields.find((field) => UNKNOWN_FIELDS.includes(field.split(".")[0] ?? ""));
  return unknown === undefined
    ? undefined
    : error(400, "invalid_parameter", `Field selector ${unknown} is not a valid field`);
}

function error(status: number, customCode: string, message: string): Answer {
  return { status, body: { customCode, message, errorId: crypto.randomUUID() } };
}

/** Numeric ids, the database's times, and the fields that only the fork has. */
function inNumbers(body: unknown, asked: Asked | undefined): unknown {
  if (typeof body !== "object" || body === null || !("chainId" in body || "contract" in body)) return body;
  if ("contract" in body)
    return { ...body, contract: inNumbers((body as { contract: unknown }).contract, undefined) };
  const { chainId, matchId, verifiedAt, ...rest } = body as Readonly<Record<string, unknown>>;
  const { signatures: _, transientStorageLayout: __, ...known } = rest;
  const isWhole = asked?.query.get("fields") === "all" || asked?.query.has("omit") === true;
  return {
    ...known,
    chainId: Number(chainId),
    ...(matchId === undefined ? {} : { matchId: Number(matchId) }),
    ...(verifiedAt === undefined ? {} : { verifiedAt: new Date(String(verifiedAt)).toISOString() }),
    ...(isWhole ? FORK_FIELDS : {}),
  };
}

const FORK_FIELDS = {
  name: "",
  licenseType: null,
  contractLabel: null,
  similarMatchChainId: null,
  similarMatchAddress: null,
};
