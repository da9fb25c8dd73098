/**
 * Parses answers of a service that guarantees less than our contract: nothing here throws, and
 * nothing is made up.
 */
export type LooseObject = Record<string, unknown>

export const isLooseObject = (value: unknown): value is LooseObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list: under one of the names, or the body itself. */
export function readLooseList(body: unknown, ...names: string[]): LooseObject[] | undefined {
  const found = Array.isArray(body)
    ? body
    : names.map((name) => isLooseObject(body) && body[name]).find(Array.isArray)
  return found?.filter(isLooseObject)
}

/** The object under a name, or the body itself if it has an id. */
export function readLooseObject(body: unknown, name: string): LooseObject | undefined {
  if (!isLooseObject(body)) return undefined
  if (isLooseObject(body[name])) return body[name]
  return 'id' in body ? body : undefined
}

export const readText = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : otherwise

export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function readId(value: unknown): number | undefined {
  const id = readNumber(value)
  return id !== undefined && Number.isInteger(id) && id > 0 ? id : undefined
}

export const readIds = (value: unknown): number[] =>
  Array.isArray(value) ? value.map(readId).filter((id) => id !== undefined) : []

export const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** Dollars, rounded to the cent; null without a price. */
export function readDollars(value: unknown): number | null {
  const dollars = readNumber(value)
  return dollars === undefined ? null : toDollars(toCents(dollars))
}

export const toCents = (dollars: number): number => Math.round(dollars * 100)
export const toDollars = (cents: number): number => cents / 100

/** An instant in the contract's format; null for anything else. */
export function readInstant(value: unknown): string | null {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return null
  return new Date(value).toISOString()
}
