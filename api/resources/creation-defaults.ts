import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { guessPlace } from '#contract/guess-place.ts'
import { type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { productCategories, products, terminals, upgrades } from '../db/schema/catalogue.ts'
import { type Wire, type Writer } from './resource.ts'

/*
 * What a call that makes something may leave out, as far as it follows from the fields that the
 * specification names. What was sent always counts before it.
 */

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A name in small letters, digits and hyphens that no other row has. */
async function freeSlug(tx: Tx, table: PgTable, column: PgColumn, name: unknown): Promise<string> {
  const plain = textOf(name).normalize('NFKD').toLowerCase()
  const words = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 70)
    .replace(/-$/, '')
  const stem = words || 'new'
  for (let count = 1; ; count += 1) {
    const slug = count === 1 ? stem : `${stem}-${String(count)}`
    if ((await tx.$count(table, eq(column, slug))) === 0) return slug
  }
}

export const productDefaults = async (tx: Tx, sent: Wire): Promise<Wire> => {
  const leaves = typeof sent['departure_terminal_id'] === 'number' ? sent['departure_terminal_id'] : 0
  const [terminal] = await tx.select().from(terminals).where(eq(terminals.id, leaves))
  const minutes = Number(sent['flight_duration_mins'])
  return {
    slug: await freeSlug(tx, products, products.slug, sent['name']),
    duration_label: minutes === 1 ? '1 minute' : `${String(minutes)} minutes`,
    arrival_terminal_id: leaves,
    availability: 'available',
    // Nobody sees it before somebody says so.
    publish_status: 'draft',
    ...guessPlace(`${textOf(sent['name'])} ${terminal?.name ?? ''} ${terminal?.city ?? ''}`),
  }
}

export const categoryDefaults = async (tx: Tx, sent: Wire): Promise<Wire> => ({
  slug: await freeSlug(tx, productCategories, productCategories.slug, sent['name']),
})

/**
 * Mails of a new brand come from where those of the first one do, until somebody says otherwise.
 */
export const brandDefaults = async (tx: Tx, sent: Wire): Promise<Wire> => {
  const [first] = await tx.select().from(brands).orderBy(asc(brands.id)).limit(1)
  return {
    slug: await freeSlug(tx, brands, brands.slug, sent['name']),
    time_zone: first?.timeZone ?? 'America/New_York',
    mail_from: first?.mailFrom ?? 'mail@example.com',
  }
}

/**
 * Where clocks of a zone are roughly right about the sun: the zone's own meridian, in the middle of
 * the north.
 */
const MIDDLE_LATITUDE = 40
function meridianOf(timezone: unknown): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: textOf(timezone) || 'UTC',
    timeZoneName: 'longOffset',
  })
    .formatToParts(new Date(Date.UTC(2027, 0, 15)))
    .find(({ type }) => type === 'timeZoneName')
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts?.value ?? '') ?? []
  const degrees = (Number(hours) + Number(minutes) / 60) * 15
  return Math.max(-180, Math.min(180, sign === '-' ? -degrees : degrees))
}

/**
 * It lies where another terminal of its city does, or of its time zone: the sunset is right to some
 * minutes.
 */
export const terminalDefaults = async (tx: Tx, sent: Wire): Promise<Wire> => {
  const near = (where: SQL | undefined) =>
    tx.select().from(terminals).where(where).orderBy(asc(terminals.id)).limit(1)
  const city = and(eq(terminals.city, textOf(sent['city'])), eq(terminals.state, textOf(sent['state'])))
  const [known] = await near(city)
  const [zoned] = known ? [known] : await near(eq(terminals.timezone, textOf(sent['timezone'])))
  return {
    latitude: zoned?.latitude ?? MIDDLE_LATITUDE,
    longitude: zoned?.longitude ?? meridianOf(sent['timezone']),
  }
}

/** One for each seat, like most things that are added. */
export const upgradeDefaults = (): Wire => ({ good_for_x_pax: -1 })

/**
 * Named by what its banner counts down to, or by its first day; in the shop's own colour, leading
 * to what it sells.
 */
export const campaignDefaults = (_: Tx, sent: Wire): Wire => ({
  name: textOf(sent['countdown_text']) || `Campaign from ${textOf(sent['start_at']).slice(0, 10)}`,
  banner_color: '#1d4ed8',
  banner_link_to: '/',
})

export const departureDefaults = (_: Tx, sent: Wire): Wire => ({
  departure_type: (sent['time'] ?? null) === null ? 'sunset' : 'fixed',
  publish_status: 'published',
})

export const discountDefaults = (_: Tx, sent: Wire): Wire => ({
  invoice_description: sent['name'],
  publish_status: 'published',
})

export const aircraftTypeDefaults = (): Wire => ({ category: 'doors_on' })

/** Won by who makes it, and named as its upgrade is. */
export const prizeDefaults = async (tx: Tx, sent: Wire, { userId }: Writer): Promise<Wire> => {
  const [upgrade] = await tx
    .select({ name: sql<string>`left(${upgrades.name}, 120)` })
    .from(upgrades)
    .where(eq(upgrades.id, Number(sent['upgrade_id'])))
  return { user_id: userId, name: upgrade?.name ?? 'Prize' }
}
