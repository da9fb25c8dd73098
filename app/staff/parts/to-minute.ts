/**
 * The minute of an instant, as `YYYY-MM-DDTHH:MM:00.000Z`. Pages tell times by the minute, so that one
 * that is asked for again within a minute shows the same and need not be rendered again.
 */
export const toMinute = (now: Date): string => `${now.toISOString().slice(0, 16)}:00.000Z`
