/**
 * Reads what a service sent that promises less than our contract: nothing here throws, and nothing
 * is made up.
 */
export type Loose = Record<string, unknown>

export const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list: under one of the names, or the body itself. */
export function looseList(body: unknown, ...names: string[]): Loose[] | undefined {
  const found = Array.isArray(body)
    ? body
    : names.map((name) => isLoose(body) && body[name]).find(Array.isArray)
  return found?.filter(isLoose)
}

/** The object under a name, or the body itself where it has an id of its own. */
export function looseOne(body: unknown, name: string): Loose | undefined {
  if (!isLoose(body)) return undefined
  if (isLoose(body[name])) return body[name]
  return 'id' in body ? body : undefined
}

export const textOf = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : otherwise

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function idOf(value: unknown): number | undefined {
  const id = numberOf(value)
  return id !== undefined && Number.isInteger(id) && id > 0 ? id : undefined
}

export const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map(idOf).filter((id) => id !== undefined) : []

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** Dollars, rounded to the cent; null where there is no price. */
export function dollarsOf(value: unknown): number | null {
  const dollars = numberOf(value)
  return dollars === undefined ? null : toDollars(toCents(dollars))
}

export const toCents = (dollars: number): number => Math.round(dollars * 100)
export const toDollars = (cents: number): number => cents / 100

/** An instant as the contract writes it; null where it is none. */
export function instantOf(value: unknown): string | null {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return null
  return new Date(value).toISOString()
}
