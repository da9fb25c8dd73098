import { inArray, lte } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { manifestVersions } from '../db/schema/manifest-versions.ts'

/**
 * Deletes the versions of the manifests of flights that left before a moment: names, weights and notes
 * of people are in them. The audit log still says when they were printed and accepted.
 */
export async function eraseManifestVersions(db: Db, before: Date): Promise<void> {
  const flown = db.select({ id: flights.id }).from(flights).where(lte(flights.departAt, before))
  await db.delete(manifestVersions).where(inArray(manifestVersions.flightId, flown))
}
