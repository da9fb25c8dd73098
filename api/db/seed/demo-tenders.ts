import { type CodeVault } from '#api/rules/money/tender-code.ts'
import { type Tx } from '../client.ts'
import { ledgerEntries, ledgerTransactions } from '../schema/money.ts'
import { creditBalances, credits, giftCards, vouchers } from '../schema/tenders.ts'
import { LOFT_AND_ROTOR } from './demo-places.ts'

/** Codes are derived from the secret, so only the shop's operator can know them. */
export type DemoCodes = Pick<CodeVault, 'derive' | 'lock'>

const CUSTOMER = 1
const DAY_MS = 86_400_000
/** How long bought gift cards are valid, unless their product says otherwise. */
const NINE_YEARS_DAYS = 3287

interface DemoGift {
  product: number
  fares: number[]
  dollars: number
  mailedTo?: string
}

const demoGifts: DemoGift[] = [
  { product: 7, fares: [71, 72], dollars: 289 },
  { product: 8, fares: [81, 82, 83], dollars: 249 },
  { product: 9, fares: [91, 92], dollars: 289 },
  { product: 10, fares: [101, 102], dollars: 549 },
  { product: 13, fares: [131], dollars: 99 },
  { product: 6, fares: [61, 62, 63, 64], dollars: 229, mailedTo: 'friend@example.com' },
  { product: 6, fares: [61, 62, 63, 64], dollars: 229 },
]

/** Fees of a bought card: heliport and fuel are paid, the landing permit is due at redemption. */
const PAID_FEES = [1, 3]
const WAITING_FEES = [{ feeId: 2, name: 'Landing permit', cents: 350 }]

const demoVouchers = [25, 40, 50, 75, 150, 100]
const DEMO_CREDIT = 60

/**
 * Gift cards, vouchers and credit of the demo customer; the last of each list is the newest, which
 * lists show first.
 */
export async function seedTenders(tx: Tx, codes: DemoCodes, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const expiresAt = new Date(now.getTime() + NINE_YEARS_DAYS * DAY_MS)
  await tx.insert(giftCards).values(
    demoGifts.map(({ product, fares, dollars, mailedTo }, at) => ({
      ...codes.lock(codes.derive(`demo gift card ${String(at + 1)}`)),
      name: 'One seat',
      brandId: LOFT_AND_ROTOR,
      productId: product,
      goodForFareId: fares[0] ?? 0,
      goodForFareIds: fares,
      pendingFeeIds: PAID_FEES,
      waitingFees: WAITING_FEES,
      unit: 'seat' as const,
      priceCents: dollars * 100,
      valueCents: dollars * 100,
      state: 'available' as const,
      purchaserId: CUSTOMER,
      lastEmailedTo: mailedTo ?? null,
      lastEmailedAt: mailedTo === undefined ? null : daysAgo(1),
      expiresAt,
      createdAt: daysAgo(demoGifts.length - at),
    })),
  )
  await tx.insert(vouchers).values(
    demoVouchers.map((dollars, at) => ({
      ...codes.lock(codes.derive(`demo voucher ${String(at + 1)}`)),
      brandId: LOFT_AND_ROTOR,
      userId: CUSTOMER,
      valueCents: dollars * 100,
      balanceCents: dollars * 100,
      state: 'available' as const,
      reasonType: 'weather' as const,
      reasonDescription: 'Wind over the harbor',
      expiresAt,
      createdAt: daysAgo(demoVouchers.length - at),
    })),
  )
  const creditCents = DEMO_CREDIT * 100
  await tx.insert(credits).values({
    userId: CUSTOMER,
    amountCents: creditCents,
    creditType: 'goodwill',
    reason: 'Thank you for waiting',
    createdAt: now,
  })
  await tx.insert(creditBalances).values({ userId: CUSTOMER, balanceCents: creditCents })
  await openLedger(tx, now)
}

/** Opens the ledger with the demo customer's balances, which were never paid for. */
async function openLedger(tx: Tx, now: Date): Promise<void> {
  const cents = (amounts: readonly number[]) => 100 * amounts.reduce((sum, one) => sum + one, 0)
  const opened = [
    ['gifts', 'opening', cents(demoGifts.map(({ dollars }) => dollars))],
    ['vouchers', 'vouchers:issued', cents(demoVouchers)],
    ['credit', 'credit:granted', DEMO_CREDIT * 100],
  ] as const
  for (const [account, against, amountCents] of opened) {
    const [posted] = await tx
      .insert(ledgerTransactions)
      .values({ kind: 'opened', eventKey: `opened:${account}`, at: now })
      .returning({ id: ledgerTransactions.id })
    const transactionId = posted?.id ?? 0
    await tx.insert(ledgerEntries).values([
      { transactionId, account: against, amountCents },
      { transactionId, account, amountCents: -amountCents },
    ])
  }
}
