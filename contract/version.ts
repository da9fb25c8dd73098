import { z } from 'zod'
import { Instant } from './primitives.ts'

/**
 * The version of the shop's public data. While it is unchanged, so is every page and price without
 * personal data.
 */
export const VersionReply = z.object({
  version: z.string(),
  /**
   * When the version next changes by time: a departure leaves, sales close, a hold expires, a day
   * ends.
   */
  valid_until: Instant,
})
export type VersionReply = z.infer<typeof VersionReply>

/** The part of the version that every page depends on: the catalogue, and the passing of time. */
const CATALOGUE = 'catalogue'
/** How often codes were used, and what the integrity checks found. */
export const CODES = 'codes'

/** The quarter of an hour, which a shop adds to the versions of what it keeps. */
export const QUARTER = 'quarter'

/** The names of the parts that something depends on beside the catalogue: ids of products, `CODES`. */
export type VersionParts = readonly string[] | 'everything'

/** Writes a version from its parts. */
export const writeVersion = (catalogue: string, parts: ReadonlyMap<string, string>): string =>
  [[CATALOGUE, catalogue] as const, ...parts].map(([name, part]) => `${name}=${part}`).join(' ')

function readPart(version: string, name: string): string | undefined {
  const start = version.startsWith(`${name}=`) ? 0 : version.indexOf(` ${name}=`)
  if (start < 0) return undefined
  const end = version.indexOf(' ', start + 1)
  return version.slice(start, end < 0 ? undefined : end).trim()
}

/**
 * Whether what depends on these parts is the same at two versions. A version without parts, of
 * another service, is compared as a whole.
 */
export function isSameVersion(one: string, other: string, parts: VersionParts): boolean {
  if (one === other) return true
  if (parts === 'everything') return false
  const isSame = (name: string) => readPart(one, name) === readPart(other, name)
  return readPart(one, CATALOGUE) !== undefined && [CATALOGUE, QUARTER, ...parts].every(isSame)
}
