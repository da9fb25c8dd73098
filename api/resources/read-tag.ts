import { rowTag } from '#contract/resources/row-tag.ts'
import { type DbOrTx } from '../db/client.ts'
import { presentRow } from './present-row.ts'
import { findRow } from './read-rows.ts'
import { type Resource } from './resource.ts'

/**
 * The `ETag` of a row whose `GET` shows other fields than its resource, so that a change can
 * require it.
 */
export async function readTag(db: DbOrTx, resource: Resource, id: number): Promise<{ ETag?: string }> {
  const row = await findRow(db, resource, id)
  return row ? { ETag: rowTag(resource.shape, presentRow(resource, row)) } : {}
}
