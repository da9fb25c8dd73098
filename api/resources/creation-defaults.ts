import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { guessPlace } from '#contract/guess-place.ts'
import { type Tx } from '../db/client.ts'
import { brands } from '../db/schema/brands.ts'
import { productCategories, products, terminals, upgrades } from '../db/schema/catalogue.ts'
import { type Wire, type Writer } from './resource.ts'

/*
 * Values for optional fields of new rows that follow from the fields of the specification. Sent
 * values take precedence.
 */

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Makes a unique slug of lower-case letters, digits and hyphens. */
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

/** `25 minutes` */
export const describeDuration = (minutes: number): string =>
  minutes === 1 ? '1 minute' : `${String(minutes)} minutes`

export const productDefaults = async (tx: Tx, sent: Wire): Promise<Wire> => {
  const leaves = typeof sent['departure_terminal_id'] === 'number' ? sent['departure_terminal_id'] : 0
  const [terminal] = await tx.select().from(terminals).where(eq(terminals.id, leaves))
  return {
    slug: await freeSlug(tx, products, products.slug, sent['name']),
    duration_label: describeDuration(Number(sent['flight_duration_mins'])),
    arrival_terminal_id: leaves,
    availability: 'available',
    // Hidden until staff publish it.
    publish_status: 'draft',
    ...guessPlace(`${textOf(sent['name'])} ${terminal?.name ?? ''} ${terminal?.city ?? ''}`),
  }
}

export const categoryDefaults = async (tx: Tx, sent: Wire): Promise<Wire> => ({
  slug: await freeSlug(tx, productCategories, productCategories.slug, sent['name']),
})

/** A new brand sends its mails from the first brand's address until staff change it. */
export const brandDefaults = async (tx: Tx, sent: Wire): Promise<Wire> => {
  const [first] = await tx.select().from(brands).orderBy(asc(brands.id)).limit(1)
  return {
    slug: await freeSlug(tx, brands, brands.slug, sent['name']),
    time_zone: first?.timeZone ?? 'America/New_York',
    mail_from: first?.mailFrom ?? 'mail@example.com',
  }
}

/**
 * A position for sunset times if nothing else is known: the zone's meridian at a middle northern
 * latitude.
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
 * Places a terminal where another one of its city or time zone is, so that the sunset is right to
 * some minutes.
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

/** Most upgrades are sold once per seat. */
export const upgradeDefaults = (): Wire => ({ good_for_x_pax: -1 })

/**
 * Names the campaign after its countdown or its first day, with the shop's own colour and a link to
 * the home page.
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

/** The winner is the caller, and the name is that of the upgrade. */
export const prizeDefaults = async (tx: Tx, sent: Wire, { userId }: Writer): Promise<Wire> => {
  const [upgrade] = await tx
    .select({ name: sql<string>`left(${upgrades.name}, 120)` })
    .from(upgrades)
    .where(eq(upgrades.id, Number(sent['upgrade_id'])))
  return { user_id: userId, name: upgrade?.name ?? 'Prize' }
}
