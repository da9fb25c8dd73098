const MINUTE = 60_000
/** The first retry comes after a minute, the last after two and a half days. */
const WAITS = [1, 5, 15, 60, 180, 360, 720, 1080, 1200].map((minutes) => minutes * MINUTE)

/** The delay before the next retry after so many tries; undefined after the last. */
export const getRetryDelay = (tries: number): number | undefined => WAITS[tries - 1]

/** An endpoint that fails for so long is disabled. */
export const FAILED_AFTER_MS = 3 * 24 * 60 * MINUTE
