/** The number in `?page=`; 1 if it is missing or invalid. */
export function readPage(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1')
  return Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1
}
