/** How many invented cases a property is tried with; ten times as many in the full run. */
export const PROPERTY_RUNS = process.env['FULL'] === 'true' ? 10_000 : 1_000
