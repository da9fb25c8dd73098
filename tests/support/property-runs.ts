const full = process.env['FULL'] === 'true'

/** How many invented cases a property is tried with; ten times as many in the full run. */
export const PROPERTY_RUNS = full ? 10_000 : 1_000
/** The same for histories that write to a database; twenty times as many in the full run. */
export const HISTORY_RUNS = full ? 2_000 : 100
/** How long it may take, in milliseconds. */
export const PROPERTY_TIMEOUT = full ? 300_000 : 60_000
