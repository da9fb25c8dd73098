import { createHash } from 'node:crypto'
import { type ResourceShape } from './resource-shape.ts'

/**
 * The `ETag` of a row as `/v1` tells it: sent back as `If-Match`, a change is made only to the row
 * that was read.
 *
 * @param row as told on the wire; the order of linked ids says nothing
 */
export function rowTag(
  { fields }: Pick<ResourceShape, 'fields'>,
  row: Readonly<Record<string, unknown>>,
): string {
  const told = Object.entries(fields).map(([name, { kind }]) => {
    const value = row[name] ?? null
    return kind === 'ids' && Array.isArray(value) ? value.map(Number).toSorted((a, b) => a - b) : value
  })
  return `"${createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22)}"`
}
