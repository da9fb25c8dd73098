/**
 * Runs one parameterised statement and returns its rows; a text without values may have several
 * statements.
 */
export type Query = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/**
 * A condition that is always true, for a statement that is a transaction by itself and may be lost with a
 * crash of the database: its commit does not wait for the disk.
 */
export const ASYNCHRONOUS_COMMIT = `set_config('synchronous_commit', 'off', true) = 'off'`
