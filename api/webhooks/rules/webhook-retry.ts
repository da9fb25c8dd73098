const MINUTE = 60_000
/** A minute after the first try, then longer: two days and a half in all. */
const WAITS = [1, 5, 15, 60, 180, 360, 720, 1080, 1200].map((minutes) => minutes * MINUTE)

/** How long after so many tries the next one is; undefined when there is none. */
export const getRetryDelay = (tries: number): number | undefined => WAITS[tries - 1]

/** An address that nothing has reached for so long is not tried any more. */
export const FAILED_AFTER_MS = 3 * 24 * 60 * MINUTE
