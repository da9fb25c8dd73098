/** The reasons of an order's events about guests who did not come. */
export const NO_SHOW_EVENTS = { applied: 'no-show', undone: 'no-show undone' } as const
