import type Stripe from 'stripe'
import { type Database } from '#api/db/client.ts'
import { type TakenMail } from './mail-server.ts'
import { type PurchaseEnding } from './stop-points.ts'

/** The services and databases from which a test reads how a purchase ended. */
export interface OutcomeSources {
  database: Pick<Database, 'query'>
  stripe: Stripe
  mails: readonly Omit<TakenMail, 'text'>[]
}

/**
 * A purchase as each of these sources reports it; all of them must agree on one of the three
 * endings.
 */
export interface PurchaseOutcome {
  orders: string[]
  /** Seats by their state, and whether a payment still holds them. */
  seats: { sold: number; held: number; pinned: number }
  /** Differences between the seats that a flight counts and its holds. */
  unexplained: number
  /** Attempts that may still bring money, on our side and at the provider. */
  open: number
  /** Cents of each successful charge, less its refunds. */
  charges: number[]
  payments: number
  /** The gift cards, vouchers and credits that paid, and those still reserved for a payment. */
  tenders: { captured: number; reserved: number }
  /** The sum of all postings, the provider's account, and what the shop owes. */
  books: { all: number; stripe: number; owed: number }
  /** Mails by subject, each Message-ID once. */
  tickets: number
  returns: number
}

/** The values that all sources must report for an order of two seats. */
export function expectedOutcome(
  how: PurchaseEnding,
  cents: number,
  { written = true, captured = 0 } = {},
): PurchaseOutcome {
  const nothing = {
    seats: { sold: 0, held: 0, pinned: 0 },
    unexplained: 0,
    open: 0,
    charges: [],
    payments: 0,
    tenders: { captured: 0, reserved: 0 },
    books: { all: 0, stripe: 0, owed: 0 },
    tickets: 0,
    returns: 0,
  }
  if (how === 'expired') return { ...nothing, orders: written ? ['expired'] : [] }
  if (how === 'refunded') return { ...nothing, orders: ['cancelled'], charges: [0], payments: 1, returns: 1 }
  return {
    ...nothing,
    orders: ['completed'],
    seats: { sold: 2, held: 0, pinned: 0 },
    charges: [cents],
    payments: 1,
    tenders: { captured, reserved: 0 },
    books: { all: 0, stripe: cents, owed: 0 },
    tickets: 1,
  }
}

/** Reads every source about the orders of one e-mail address. */
export async function readOutcome(
  { database, stripe, mails }: OutcomeSources,
  email: string,
): Promise<PurchaseOutcome> {
  const rows = async (statement: string, ...values: unknown[]) =>
    (await database.query(statement, values)).rows
  const number = async (statement: string, ...values: unknown[]) =>
    Number((await rows(`select (${statement})::int as n`, ...values))[0]?.['n'])
  const orders = await rows('select id, status from orders where email = $1 order by id', email)
  const ids = orders.map(({ id }) => Number(id))
  const seats = (which: string) =>
    number(`select coalesce(sum(seats), 0) from holds where order_id = any($1) and ${which}`, ids)
  const balance = (account: string) =>
    number(
      'select coalesce(sum(e.amount_cents), 0) from ledger_entries e join ledger_transactions ' +
        't on t.id = e.transaction_id where t.order_id = any($1) and e.account = $2',
      ids,
      account,
    )
  return {
    orders: orders.map(({ status }) => String(status)),
    seats: {
      sold: await seats("state = 'sold'"),
      held: await seats("state = 'held'"),
      pinned: await seats('payment_open'),
    },
    unexplained: await number(`select count(*) from flights f cross join lateral (
      select coalesce(sum(seats) filter (where state = 'sold'), 0) as sold, coalesce(sum(seats) filter
        (where state = 'held'), 0) as held
      from holds h where h.flight_id = f.id) told where f.seats_sold <> told.sold
        or f.seats_held <> told.held`),
    open:
      (await number(
        "select count(*) from payment_attempts where order_id = any($1) and state in ('created', 'open')",
        ids,
      )) + (await openAtProvider(stripe, ids)),
    charges: await chargesOf(stripe, ids),
    payments: await number('select count(*) from payments where order_id = any($1)', ids),
    tenders: {
      captured: await number(
        "select count(*) from order_tenders where order_id = any($1) and state = 'captured'",
        ids,
      ),
      reserved: await number(
        "select count(*) from order_tenders where order_id = any($1) and state = 'reserved'",
        ids,
      ),
    },
    books: {
      all: await number('select coalesce(sum(amount_cents), 0) from ledger_entries'),
      stripe: await balance('stripe'),
      owed: await balance('owed'),
    },
    tickets: countIds(mails, email, /booked/),
    returns: countIds(mails, email, /on its way back/),
  }
}

const isOf = (ids: readonly number[], metadata: Stripe.Metadata | null) =>
  ids.includes(Number(metadata?.['order_id']))

async function chargesOf(stripe: Stripe, ids: readonly number[]): Promise<number[]> {
  const { data } = await stripe.charges.list({ limit: 100 })
  return data
    .filter(({ metadata, paid }) => paid && isOf(ids, metadata))
    .map(({ amount, amount_refunded: back }) => amount - back)
}

/** Lists the pages and cards that could still be paid with. */
async function openAtProvider(stripe: Stripe, ids: readonly number[]): Promise<number> {
  const pages = await stripe.checkout.sessions.list({ limit: 100 })
  const intents = await stripe.paymentIntents.list({ limit: 100 })
  const openPages = pages.data.filter(({ metadata, status }) => isOf(ids, metadata) && status === 'open')
  const openIntents = intents.data.filter(
    ({ metadata, status }) => isOf(ids, metadata) && status !== 'succeeded' && status !== 'canceled',
  )
  return openPages.length + openIntents.length
}

/** A mail that arrived twice with one Message-ID is shown once. */
function countIds(mails: OutcomeSources['mails'], email: string, subject: RegExp): number {
  const ids = mails
    .filter((mail) => mail.to.includes(email) && subject.test(mail.subject))
    .map(({ messageId }) => messageId)
  return new Set(ids).size
}
