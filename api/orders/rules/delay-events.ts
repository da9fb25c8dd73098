/** The reasons of an order's events that tell another time of its flight. */
export const DELAY_EVENTS = { later: 'flight delayed', earlier: 'flight less delayed' } as const

export const isDelayEvent = (reason: string | null): boolean =>
  reason === DELAY_EVENTS.later || reason === DELAY_EVENTS.earlier
