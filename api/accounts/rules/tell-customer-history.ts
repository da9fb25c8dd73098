import { type CustomerEvent } from '#contract/customer.ts'

/** What is known of a customer's past; instants are ISO texts. */
export interface CustomerPast {
  createdAt: string
  orders: readonly { at: string; number: string; channel: 'web' | 'phone' | 'counter'; total: number }[]
  comments: readonly {
    id: number
    at: string
    /** Null for a note on the customer. */
    orderNumber: string | null
    body: string
    authorId: number
  }[]
  credits: readonly { at: string; amount: number; reason: string; givenBy: number | null }[]
  merges: readonly { at: string; userId: number; email: string | undefined }[]
  mails: readonly { at: string; kind: string; to: string; state: string }[]
  /** The names of the members of staff by user id. */
  staff: ReadonlyMap<number, string>
}

const dollars = (amount: number) =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const SOLD = { web: 'on the web', phone: 'on the phone', counter: 'at the counter' } as const

const MAIL_ENDS: Readonly<Record<string, string>> = {
  queued: 'waits to be mailed',
  sent: 'mailed',
  failed: 'could not be mailed',
  bounced: 'came back undelivered',
}

/** Tells the past of a customer to staff, newest first. */
export function tellCustomerHistory(past: CustomerPast): CustomerEvent[] {
  const nameOf = (userId: number | null) => (userId === null ? null : (past.staff.get(userId) ?? null))
  const told: CustomerEvent[] = [
    { at: past.createdAt, kind: 'account', text: 'First seen by the shop.', by: null },
    ...past.orders.map(({ at, number, channel, total }) => ({
      ...{ at, kind: 'booking' as const, by: null },
      text: `Ordered ${number} ${SOLD[channel]}, ${dollars(total)}.`,
    })),
    ...past.comments.map(({ id, at, orderNumber, body, authorId }) => ({
      ...{ at, kind: 'note' as const, by: nameOf(authorId) },
      ...(orderNumber === null
        ? { text: body, note: { id, author_id: authorId, body } }
        : { text: `${orderNumber}: ${body}` }),
    })),
    ...past.credits.map(({ at, amount, reason, givenBy }) => ({
      ...{ at, kind: 'money' as const, by: nameOf(givenBy) },
      text:
        amount < 0
          ? `${dollars(-amount)} of credit taken back. Reason: ${reason}`
          : `${dollars(amount)} of credit given. Reason: ${reason}`,
    })),
    ...past.merges.map(({ at, userId, email }) => ({
      ...{ at, kind: 'account' as const, by: nameOf(userId) },
      text:
        email === undefined
          ? 'Another account was put together with this one.'
          : `The account of ${email} was put together with this one.`,
    })),
    ...past.mails.map(({ at, kind, to, state }) => ({
      ...{ at, kind: 'message' as const, by: null },
      text: `${titleOf(kind)} ${MAIL_ENDS[state] ?? state}, to ${to}.`,
    })),
  ]
  return told.sort((one, other) => other.at.localeCompare(one.at))
}

function titleOf(kind: string): string {
  const name = kind.replaceAll('_', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
