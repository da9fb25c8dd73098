/**
 * Runs one parameterised statement and returns its rows; a text without values may have several
 * statements.
 */
export type Query = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>
