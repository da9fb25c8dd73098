/** The number in `?page=`; 1 if it is missing or invalid. */
export function readPage(query: URLSearchParams): number {
  const asked = Number(query.get('page') ?? '1')
  return Number.isInteger(asked) && asked > 0 && asked < 100_000 ? asked : 1
}
