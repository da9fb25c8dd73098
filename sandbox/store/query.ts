/** Rows of one parameterised statement; a text without values may hold several statements. */
export type Query = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>
