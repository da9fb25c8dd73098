const HOUR = 3_600_000

/**
 * The limits of proposed dates. A departure proposed with a gift holds seats without a payment for
 * them, although its gift cards are paid. Three days are enough to read a mail and ask the family;
 * a giver may have three open proposals at once and make ten in a month.
 */
export const proposalRules = { hours: 72, leastHours: 6, openOfGiver: 3, ofGiverInMonth: 10 } as const

/**
 * When the hold of a proposed date ends, at the latest when sales close; undefined when too little
 * time would be left.
 */
export function findProposalEnd(now: Date, salesCloseAt: Date): Date | undefined {
  const end = Math.min(now.getTime() + proposalRules.hours * HOUR, salesCloseAt.getTime())
  return end - now.getTime() < proposalRules.leastHours * HOUR ? undefined : new Date(end)
}
