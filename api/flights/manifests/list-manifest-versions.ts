import { eq, inArray, sql } from 'drizzle-orm'
import { type z } from 'zod'
import {
  type ManifestVersion,
  type ManifestVersionPaper,
  type ManifestVersionsReply,
} from '#contract/manifest-version.ts'
import { type DbOrTx } from '../../db/client.ts'
import { flights } from '../../db/schema/inventory.ts'
import { users } from '../../db/schema/people.ts'
import { statement } from '../../db/statement.ts'
import { fullName } from '../pilots.ts'
import { findManifestChanges } from '../rules/manifest-changes.ts'
import { readManifestContents } from './read-manifest-contents.ts'
import { findVersions, presentState, toKnownVersion, type VersionRow } from './read-manifest-states.ts'

export interface ManifestScope {
  flightId: number
  /** The pilot who must fly it; undefined for staff. */
  pilotId: number | undefined
}

/** A flight that the caller may see; undefined for others. */
export async function findFlight(db: DbOrTx, { flightId, pilotId }: ManifestScope) {
  const [flight] = await selectFlight(db, { flightId })
  return flight && (pilotId === undefined || flight.pilotId === pilotId) ? flight : undefined
}

const selectFlight = statement((db) =>
  db
    .select({ id: flights.id, code: flights.flightCode, status: flights.status, pilotId: flights.pilotId })
    .from(flights)
    .where(eq(flights.id, sql.placeholder('flightId'))),
)

/** The versions of a flight, newest first, and how its manifest stands now. */
export async function listManifestVersions(
  db: DbOrTx,
  scope: ManifestScope,
): Promise<z.infer<typeof ManifestVersionsReply> | undefined> {
  const { flightId } = scope
  const [flight, contents, rows] = await Promise.all([
    findFlight(db, scope),
    readManifestContents(db, [flightId]),
    findVersions(db, [flightId]),
  ])
  const content = contents.get(flightId)
  if (!flight || !content) return undefined
  const names = await nameWriters(db, rows)
  return {
    manifest_versions: rows
      .map((row, at) => presentVersion(row, { code: flight.code, names, before: rows[at - 1] }))
      .toReversed(),
    manifest_state: presentState(content, rows.map(toKnownVersion), flight.status),
  }
}

/** One version as its paper shows it; undefined if there is none. */
export async function readManifestVersion(
  db: DbOrTx,
  scope: ManifestScope,
  number: number,
): Promise<ManifestVersionPaper | undefined> {
  const flight = await findFlight(db, scope)
  const rows = flight ? await findVersions(db, [flight.id]) : []
  const at = rows.findIndex((one) => one.number === number)
  const row = rows[at]
  if (!flight || !row) return undefined
  const paper = rows.slice(0, at).findLast(({ printedAt }) => printedAt !== null)
  const names = await nameWriters(db, [row])
  return {
    ...presentVersion(row, { code: flight.code, names, before: rows[at - 1] }),
    content: row.content,
    replaces: paper?.number ?? null,
    changes_since_paper: paper ? findManifestChanges(paper.content, row.content) : [],
  }
}

/** The names of those who printed and accepted. */
async function nameWriters(
  db: DbOrTx,
  rows: readonly VersionRow[],
): Promise<ReadonlyMap<number | null, string>> {
  const ids = rows.flatMap(({ printedBy, acceptedBy }) => [printedBy ?? [], acceptedBy ?? []].flat())
  if (ids.length === 0) return new Map()
  const found = await db.select({ id: users.id, name: fullName }).from(users).where(inArray(users.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

interface VersionFacts {
  code: string
  names: ReadonlyMap<number | null, string>
  before: VersionRow | undefined
}

const presentVersion = (row: VersionRow, { code, names, before }: VersionFacts): ManifestVersion => ({
  flight_id: row.flightId,
  flight_code: code,
  number: row.number,
  printed_at: row.printedAt?.toISOString() ?? null,
  printed_by: names.get(row.printedBy) ?? null,
  accepted_at: row.acceptedAt?.toISOString() ?? null,
  accepted_by: names.get(row.acceptedBy) ?? null,
  changes: before ? findManifestChanges(before.content, row.content) : [],
})
