/** The SQLSTATE of an error, which the query builder wraps as its cause. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code
  }
  return undefined
}

/** The violated constraint and its table, which the query builder wraps as its cause. */
export function readViolatedConstraint(error: unknown): { constraint: string; table: string | undefined } {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('constraint' in at && typeof at.constraint === 'string') {
      return {
        constraint: at.constraint,
        table: 'table' in at && typeof at.table === 'string' ? at.table : undefined,
      }
    }
  }
  return { constraint: '', table: undefined }
}

const UNIQUE = '23505'

/** True when a unique key, by its name, was violated, for example by a parallel write. */
export const isUniqueViolation = (error: unknown, key: string): boolean =>
  sqlState(error) === UNIQUE && readViolatedConstraint(error).constraint === key
