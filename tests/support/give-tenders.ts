import { eq } from 'drizzle-orm'
import { type Database } from '#api/db/client.ts'
import { ledgerEntries, ledgerTransactions } from '#api/db/schema/money.ts'
import { users } from '#api/db/schema/people.ts'
import { creditBalances, giftCards, vouchers } from '#api/db/schema/tenders.ts'
import { orderTenders } from '#api/db/schema/order-tenders.ts'
import { type ApiDeps } from '#api/deps.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { findRedemptionFees } from '#api/rules/pricing/redemption-fees.ts'
import { findEntry, getPricingFacts, readCatalogue } from '#api/store/catalogue/read-catalogue.ts'
import { grantCredit } from '#api/tenders/grant-credit.ts'
import { openSession } from '#api/access/authenticate.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock'>

export interface Account {
  userId: number
  email: string
  token: string
}

let people = 0

/** Creates a logged-in customer whose e-mail is confirmed unless the caller says otherwise. */
export async function openAccount(deps: Deps, { proven = true } = {}): Promise<Account> {
  people += 1
  const now = deps.clock.now()
  const email = `holder${String(people)}.${crypto.randomUUID().slice(0, 8)}@example.com`
  const [user] = await deps.database.db
    .insert(users)
    .values({ email, firstName: 'Ida', lastName: 'Lund', emailProvenAt: proven ? now : null, createdAt: now })
    .returning({ id: users.id })
  const userId = user?.id ?? 0
  return { userId, email, token: await logInAgain(deps, userId) }
}

/** Logs the same person in with another browser. */
export const logInAgain = async (deps: Deps, userId: number): Promise<string> =>
  (await openSession(deps.database.db, deps, { userId, scope: 'customer', now: deps.clock.now() })).jwt

const inYears = (now: Date, years: number) => new Date(now.getTime() + years * 365 * 86_400_000)

export interface HeldCode {
  id: number
  code: string
}

async function openBooks(deps: Deps, account: string, cents: number, event: string): Promise<void> {
  await deps.database.db.transaction(async (tx) => {
    const [posted] = await tx
      .insert(ledgerTransactions)
      .values({ kind: 'opened', eventKey: event, at: deps.clock.now() })
      .returning({ id: ledgerTransactions.id })
    const transactionId = posted?.id ?? 0
    await tx.insert(ledgerEntries).values([
      { transactionId, account: 'opening', amountCents: cents },
      { transactionId, account, amountCents: -cents },
    ])
  })
}

/** The fees that a card for one seat of "The New Yorker" does not include. */
async function findUnpaidFees({ database }: Deps, paidFeeIds: readonly number[]) {
  const entry = findEntry(await readCatalogue(database.db), 6)
  return entry ? findRedemptionFees(getPricingFacts(entry, null, 1, 0), 'seat', paidFeeIds) : []
}

/** Gives a customer a gift card for one seat of "The New Yorker", bought for 229 dollars. */
export async function giveGiftCard(
  deps: Deps,
  ownerId: number,
  changes: Partial<typeof giftCards.$inferInsert> = {},
): Promise<HeldCode> {
  const vault = createCodeVault(deps.settings.secrets.code)
  const now = deps.clock.now()
  const code = vault.make()
  const row = {
    ...vault.lock(code),
    name: 'One seat',
    brandId: 1,
    productId: 6,
    goodForFareId: 61,
    goodForFareIds: [61, 62, 63, 64],
    unit: 'seat' as const,
    priceCents: 22_900,
    valueCents: 22_900,
    state: 'available' as const,
    purchaserId: ownerId,
    expiresAt: inYears(now, 9),
    createdAt: now,
    waitingFees: await findUnpaidFees(deps, changes.pendingFeeIds ?? []),
    ...changes,
  }
  const [card] = await deps.database.db.insert(giftCards).values(row).returning({ id: giftCards.id })
  const id = card?.id ?? 0
  if (row.valueCents > 0) await openBooks(deps, 'gifts', row.valueCents, `opened:gift_card:${String(id)}`)
  return { id, code }
}

/** Gives a customer a voucher, of 100 dollars unless the caller says otherwise. */
export async function giveVoucher(
  deps: Deps,
  ownerId: number,
  changes: Partial<typeof vouchers.$inferInsert> = {},
): Promise<HeldCode> {
  const vault = createCodeVault(deps.settings.secrets.code)
  const now = deps.clock.now()
  const code = vault.make()
  const valueCents = changes.valueCents ?? 10_000
  const row = {
    ...vault.lock(code),
    brandId: 1,
    userId: ownerId,
    valueCents,
    balanceCents: valueCents,
    state: 'available' as const,
    reasonType: 'weather' as const,
    expiresAt: inYears(now, 9),
    createdAt: now,
    ...changes,
  }
  const [voucher] = await deps.database.db.insert(vouchers).values(row).returning({ id: vouchers.id })
  const id = voucher?.id ?? 0
  await openBooks(deps, 'vouchers', valueCents, `opened:voucher:${String(id)}`)
  return { id, code }
}

export async function giveCredit(deps: Deps, userId: number, dollars: number): Promise<void> {
  const fields = { user_id: userId, amount: dollars, credit_type: 'goodwill', reason: 'For a test' } as const
  const granted = await grantCredit(deps, fields)
  if (!granted.ok) throw new Error(JSON.stringify(granted))
}

/** Reads the remaining tenders, and their balances in the ledger. */
export async function readRemainingTenders(deps: Deps, userId: number) {
  const { db } = deps.database
  const cards = await db
    .select({ state: giftCards.state })
    .from(giftCards)
    .where(eq(giftCards.purchaserId, userId))
    .orderBy(giftCards.id)
  const papers = await db
    .select({ cents: vouchers.balanceCents })
    .from(vouchers)
    .where(eq(vouchers.userId, userId))
    .orderBy(vouchers.id)
  const [credit] = await db
    .select({ cents: creditBalances.balanceCents })
    .from(creditBalances)
    .where(eq(creditBalances.userId, userId))
  return {
    giftCards: cards.map(({ state }) => state),
    vouchers: papers.map(({ cents }) => cents),
    credit: credit?.cents ?? 0,
  }
}

/**
 * Reads the differences that must be zero: of the whole ledger, and of each tender's account
 * against its table.
 */
export async function readBookErrors({
  database,
}: {
  database: Pick<Database, 'query'>
}): Promise<Record<string, number>> {
  const { rows } = await database.query(`select
    (select coalesce(sum(amount_cents), 0) from ledger_entries)::int as "all",
    ((select coalesce(sum(amount_cents), 0) from ledger_entries where account = 'credit')
      + (select coalesce(sum(balance_cents), 0) from credit_balances)
      + (select coalesce(sum(amount_cents), 0) from order_tenders where kind = 'credit'
        and state = 'reserved'))::int as credit,
    ((select coalesce(sum(amount_cents), 0) from ledger_entries where account = 'vouchers')
      + (select coalesce(sum(balance_cents), 0) from vouchers)
      + (select coalesce(sum(amount_cents), 0) from order_tenders where kind = 'voucher'
        and state = 'reserved'))::int as vouchers,
    ((select coalesce(sum(amount_cents), 0) from ledger_entries where account = 'gifts')
      + (select coalesce(sum(value_cents), 0) from gift_cards
        where state not in ('redeemed', 'void')))::int as gifts,
    (select count(*) from gift_cards g where (g.state in ('reserved', 'redeemed')) <> exists (
      select 1 from order_tenders t where t.gift_card_id = g.id and t.order_id = g.order_id
        and t.state in ('reserved', 'captured')))::int as gift_cards`)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
}

export const BALANCED_BOOKS = { all: 0, credit: 0, vouchers: 0, gifts: 0, gift_cards: 0 }

/** Reads an order's tenders: kind, cents and state. */
export async function readOrderTenders(deps: Deps, orderId: number) {
  const rows = await deps.database.db
    .select({ kind: orderTenders.kind, cents: orderTenders.amountCents, state: orderTenders.state })
    .from(orderTenders)
    .where(eq(orderTenders.orderId, orderId))
    .orderBy(orderTenders.id)
  return rows.map(({ kind, cents, state }) => `${kind} ${String(cents)} ${state}`)
}
