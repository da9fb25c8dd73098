import { createHash } from 'node:crypto'
import { type ResourceShape } from './resource-shape.ts'

/**
 * The `ETag` of a row of `/v1`. When a client sends it as `If-Match`, the change applies only if
 * the row is still the one that was read.
 *
 * @param row The row as in the reply; the order of linked ids does not matter.
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
