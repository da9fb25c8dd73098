import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { type ManifestContent, type ManifestState } from '#contract/manifest-version.ts'
import { type Tx } from '../../db/client.ts'
import { flights } from '../../db/schema/inventory.ts'
import { manifestVersions } from '../../db/schema/manifest-versions.ts'
import { type ApiDeps } from '../../deps.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { isAhead } from '../rules/flight-steps.ts'
import { findManifestChanges } from '../rules/manifest-changes.ts'
import { type ManifestScope } from './list-manifest-versions.ts'
import { readManifestContents } from './read-manifest-contents.ts'
import { findVersions, nameContent, presentState, toKnownVersion } from './read-manifest-states.ts'

type Deps = Pick<ApiDeps, 'database'>
type Moments = Pick<
  typeof manifestVersions.$inferInsert,
  'printedAt' | 'printedBy' | 'acceptedAt' | 'acceptedBy'
>

/** A flight under its lock, so that two presses make two versions with two numbers, or one. */
async function lockManifest(tx: Tx, { flightId, pilotId }: ManifestScope) {
  const [flight] = await tx.select().from(flights).where(eq(flights.id, flightId)).for('update')
  if (!flight || (pilotId !== undefined && flight.pilotId !== pilotId)) return undefined
  const content = (await readManifestContents(tx, [flightId])).get(flightId)
  const versions = await findVersions(tx, [flightId])
  return content && { flight, content, versions, newest: versions.at(-1) }
}

/**
 * Writes down that what stands there now is on paper. Another print of the same paper is no new
 * version; a later check-in is one, because it stands on the paper.
 *
 * @returns the number of the version; undefined if the caller sees no such flight
 */
export function printManifest(deps: Deps, scope: ManifestScope, by: AuditBy): Promise<number | undefined> {
  return deps.database.db.transaction(async (tx) => {
    const found = await lockManifest(tx, scope)
    if (!found) return undefined
    const { content, newest } = found
    const isSame = newest !== undefined && isDeepStrictEqual(newest.content, content)
    if (isSame && newest.printedAt !== null) return newest.number
    const printed = { printedAt: by.at, printedBy: by.userId }
    const number = await writeVersion(tx, scope.flightId, {
      number: isSame ? newest.number : undefined,
      next: (newest?.number ?? 0) + 1,
      content,
      moments: printed,
    })
    await auditVersion(tx, by, { flightId: scope.flightId, field: 'manifest_printed', number })
    return number
  })
}

export type AcceptResult =
  | { ok: true; number: number }
  | { ok: false; reason: 'not_found' | 'manifest_settled' }
  | { ok: false; reason: 'manifest_changed'; state: ManifestState }

/**
 * The pilot accepts what stands there now, which must be what they saw. Where that differs from the
 * newest version, it becomes a version of its own.
 */
export function acceptManifest(
  deps: Deps,
  { flightId, seen, by }: { flightId: number; seen: string; by: AuditBy },
): Promise<AcceptResult> {
  return deps.database.db.transaction(async (tx) => {
    const found = await lockManifest(tx, { flightId, pilotId: by.userId })
    if (!found) return { ok: false, reason: 'not_found' } as const
    const { flight, content, versions, newest } = found
    if (!isAhead(flight.status)) return { ok: false, reason: 'manifest_settled' } as const
    if (seen !== nameContent(content)) {
      const state = presentState(content, versions.map(toKnownVersion), flight.status)
      return { ok: false, reason: 'manifest_changed', state } as const
    }
    const isSame = newest !== undefined && findManifestChanges(newest.content, content).length === 0
    if (isSame && newest.acceptedBy === by.userId) return { ok: true, number: newest.number } as const
    const number = await writeVersion(tx, flightId, {
      number: isSame ? newest.number : undefined,
      next: (newest?.number ?? 0) + 1,
      content,
      moments: { acceptedAt: by.at, acceptedBy: by.userId },
    })
    await auditVersion(tx, by, { flightId, field: 'manifest_accepted', number })
    return { ok: true, number } as const
  })
}

interface VersionToWrite {
  /** The version that gets the mark; undefined makes the next one. */
  number: number | undefined
  next: number
  content: ManifestContent
  moments: Moments
}

async function writeVersion(
  tx: Tx,
  flightId: number,
  { number, next, content, moments }: VersionToWrite,
): Promise<number> {
  if (number === undefined) {
    await tx.insert(manifestVersions).values({ flightId, number: next, content, ...moments })
    return next
  }
  await tx
    .update(manifestVersions)
    .set(moments)
    .where(and(eq(manifestVersions.flightId, flightId), eq(manifestVersions.number, number)))
  return number
}

/** The audit log has the number only: it is kept longer than the content, and names nobody on board. */
const auditVersion = (
  tx: Tx,
  by: AuditBy,
  { flightId, field, number }: { flightId: number; field: string; number: number },
) =>
  writeAudit(tx, by, {
    resource: 'flights',
    id: flightId,
    before: { [field]: null },
    after: { [field]: number },
  })
