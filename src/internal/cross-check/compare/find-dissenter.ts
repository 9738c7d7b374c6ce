/** Names the dissenting witness: of the chain's node and the query service, the one that differs from the record. */
export function findDissenter(chain: string, query: string, record: string | null | undefined): string {
  const third = record?.toLowerCase();
  if (third === undefined) return "the record has no such code, so it is unknown which of the two is wrong";
  if (third === chain.toLowerCase())
    return "the record has the chain's code, so the query service is the dissenting witness: it lags, or serves another network";
  if (third === query.toLowerCase())
    return "the record has the query service's code, so the chain's node is the dissenting witness: it lags, or serves another network";
  return "the record has neither code, so it is unknown which of the two is wrong";
}
