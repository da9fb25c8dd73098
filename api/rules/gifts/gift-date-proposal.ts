const HOUR = 3_600_000

/**
 * A departure proposed with a gift keeps seats from everybody else without money for them, though
 * the gift cards that are to pay them are bought. Three days are enough to read a mail and ask the
 * family; who gives to a wedding party proposes three dates at once, and no more than ten in a
 * month.
 */
export const proposalRules = { hours: 72, leastHours: 6, openOfGiver: 3, ofGiverInMonth: 10 } as const

/**
 * Until when the seats are kept, cut at the end of sales; undefined when too little of it would be
 * left.
 */
export function findProposalEnd(now: Date, salesCloseAt: Date): Date | undefined {
  const end = Math.min(now.getTime() + proposalRules.hours * HOUR, salesCloseAt.getTime())
  return end - now.getTime() < proposalRules.leastHours * HOUR ? undefined : new Date(end)
}
