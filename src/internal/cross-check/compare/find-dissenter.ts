/** What two of three witnesses of one code agree on, where the chain's node and the query service differ. */
export function findDissenter(chain: string, query: string, record: string | null | undefined): string {
  const third = record?.toLowerCase();
  if (third === undefined) return "the record has no such code that could tell which of the two is wrong";
  if (third === chain.toLowerCase())
    return "the record has the chain's code, so the query service is alone: it lags, or is of another network";
  if (third === query.toLowerCase())
    return "the record has the query service's code, so the chain's node is alone: it lags, or is of another network";
  return "the record has neither, so it can't be told which of them is wrong";
}
