/** The reasons of an order's events that tell another flight, which the operator chose. */
export const TRANSFER_EVENTS = {
  otherTime: 'moved to another time by the operator',
  sameTime: 'moved to another aircraft by the operator',
} as const
