const full = process.env['FULL'] === 'true'

/** The number of generated cases for a property; ten times as many in the full run. */
export const PROPERTY_RUNS = full ? 10_000 : 1_000
/**
 * The number of generated histories that write to a database; twenty times as many in the full run.
 */
export const HISTORY_RUNS = full ? 2_000 : 100
/** The time limit in milliseconds. */
export const PROPERTY_TIMEOUT = full ? 300_000 : 60_000
