/** How long before the rest of an order is due its customer is reminded. */
export const BALANCE_REMINDER_HOURS = 24

interface Balance {
  dueAt: Date
  /** When the customer was last told when the rest is due: with the ticket, by a change or a reminder. */
  toldAt: Date
}

/**
 * Whether the customer is to be reminded of the rest now: within a day before it is due, once for each
 * time. Who was told within that day needs no reminder.
 */
export function isBalanceReminderDue({ dueAt, toldAt }: Balance, now: Date): boolean {
  const from = new Date(dueAt.getTime() - BALANCE_REMINDER_HOURS * 3_600_000)
  return from <= now && now < dueAt && toldAt < from
}
