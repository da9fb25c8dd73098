import { createHash } from 'node:crypto'
import { asc, sql } from 'drizzle-orm'
import { type FlightStatus } from '#contract/enums.ts'
import { type ManifestContent, type ManifestState } from '#contract/manifest-version.ts'
import { type DbOrTx } from '../../db/client.ts'
import { manifestVersions } from '../../db/schema/manifest-versions.ts'
import { rawStatement, statement } from '../../db/statement.ts'
import { isAhead } from '../rules/flight-steps.ts'
import { findManifestChanges, findStandingVersions, type KnownVersion } from '../rules/manifest-changes.ts'
import { readManifestContents } from './read-manifest-contents.ts'

/** The versions of some flights, oldest first. */
export const findVersions = (db: DbOrTx, flightIds: readonly number[]): Promise<VersionRow[]> =>
  selectVersions(db, { flightIds })

const selectVersions = statement<{ flightIds: readonly number[] }, VersionRow[]>((db) =>
  db
    .select()
    .from(manifestVersions)
    .where(sql`${manifestVersions.flightId} = any(${sql.placeholder('flightIds')}::int[])`)
    .orderBy(asc(manifestVersions.flightId), asc(manifestVersions.number)),
)

export type VersionRow = typeof manifestVersions.$inferSelect

export const toKnownVersion = (row: VersionRow): KnownVersion => ({
  number: row.number,
  content: row.content,
  isPrinted: row.printedAt !== null,
  acceptedBy: row.acceptedBy,
})

/** Names a content: two contents without a difference have the same name. */
export function nameContent(content: ManifestContent): string {
  const { depart_at, registration, pilot_id, passengers, parties = [] } = content
  const lines = passengers.map(({ id, full_name, weight_lbs, seats, seat = null, notes }) => [
    id,
    full_name,
    weight_lbs,
    seats,
    seat,
    notes,
  ])
  const said = parties.flatMap(({ order_id, comments }) =>
    comments.length > 0 ? [[order_id, comments]] : [],
  )
  const text = JSON.stringify([depart_at, registration, pilot_id, lines, ...said])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** How a content differs from the paper and from what the pilot accepted, while the flight is ahead. */
export function presentState(
  content: ManifestContent,
  versions: readonly KnownVersion[],
  status: FlightStatus,
): ManifestState {
  const { printed, accepted } = findStandingVersions(versions, content.pilot_id)
  const changesSince = (version: KnownVersion | undefined) =>
    version && isAhead(status) ? findManifestChanges(version.content, content) : []
  return {
    seen: nameContent(content),
    printed: printed?.number ?? null,
    changes_after_printing: changesSince(printed),
    accepted: accepted?.number ?? null,
    changes_after_acceptance: changesSince(accepted),
  }
}

/** The flights of a date that are still ahead and have a version; mostly few. */
const selectVersioned = rawStatement<{ date: string }, { id: number }>(sql`
  select flight.id from slots cross join lateral (
    select f.id, f.status from flights f where f.slot_id = slots.id offset 0) flight
  where slots.local_date = ${sql.placeholder('date')}
    and flight.status in ('scheduled', 'delayed', 'boarding')
    and exists (select 1 from manifest_versions v where v.flight_id = flight.id)`)

/**
 * The flights of a date whose manifest changed after it was printed or, where there is no paper, after
 * the pilot accepted it. Without versions it is one query.
 */
export async function findChangedManifests(db: DbOrTx, date: string): Promise<ReadonlySet<number>> {
  const flightIds = (await selectVersioned(db, { date })).map(({ id }) => id)
  if (flightIds.length === 0) return new Set()
  const contents = await readManifestContents(db, flightIds)
  const rows = await findVersions(db, flightIds)
  const isChanged = (flightId: number): boolean => {
    const content = contents.get(flightId)
    if (!content) return false
    const versions = rows.filter((row) => row.flightId === flightId).map(toKnownVersion)
    const { printed, accepted, newest } = findStandingVersions(versions, content.pilot_id)
    const base = printed ?? accepted ?? newest
    return base !== undefined && findManifestChanges(base.content, content).length > 0
  }
  return new Set(flightIds.filter(isChanged))
}
