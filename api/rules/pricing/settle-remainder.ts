import { findCreditObstacle } from './credit-obstacle.ts'
import { type Priced, type PricedLine, discountLine, sumOf } from './price-lines.ts'
import { type VoucherTender } from './pricing-facts.ts'

/** The least amount in cents that a card can be charged. */
export const MINIMUM_CHARGE_CENTS = 50

/** What each tender pays. Tenders that pay nothing are left out, except gift cards. */
export interface PaidByTenders {
  giftCards: { id: number; amountCents: number }[]
  vouchers: { id: number; amountCents: number }[]
  creditCents: number
}

interface Settlement {
  lines: PricedLine[]
  tenders: PaidByTenders
}

/** Vouchers pay first, then credit, then the card. This step must run after all other lines. */
export function payRemainder(priced: Priced): Settlement {
  const { facts, cart, gifts, unit, lines } = priced
  const rest = sumOf(lines)
  const shares = shareRest({
    rest,
    untaxed: rest - sumOf(lines, 'tax'),
    vouchers: (cart.vouchers ?? []).reduce((sum, { balanceCents }) => sum + balanceCents, 0),
    credit: findCreditObstacle(facts, cart) === null ? (cart.creditCents ?? 0) : 0,
  })
  const used = spendInOrder(cart.vouchers ?? [], shares.vouchers)
  return {
    lines: [...used.map(voucherLine), ...minimumLines(shares.waived)],
    tenders: {
      giftCards: gifts.map(({ id }) => ({ id, amountCents: unit.cents })),
      vouchers: used.map(({ voucher, amountCents }) => ({ id: voucher.id, amountCents })),
      creditCents: shares.credit,
    },
  }
}

interface Offered {
  /** What vouchers, credit and card must pay. */
  rest: number
  /** The part that vouchers may pay, which excludes tax. */
  untaxed: number
  vouchers: number
  credit: number
}

/**
 * Shares the remainder so that a card is charged nothing or at least the minimum: if needed, less
 * credit is used, then less of the vouchers, until exactly the minimum is left. A remainder that
 * was below the minimum from the start is waived.
 */
function shareRest(offered: Offered): { vouchers: number; credit: number; waived: number } {
  const vouchers = Math.min(offered.untaxed, offered.vouchers)
  const credit = Math.min(offered.rest - vouchers, offered.credit)
  const due = offered.rest - vouchers - credit
  if (due === 0 || due >= MINIMUM_CHARGE_CENTS) return { vouchers, credit, waived: 0 }
  if (offered.rest < MINIMUM_CHARGE_CENTS) return { vouchers, credit, waived: due }
  const missing = MINIMUM_CHARGE_CENTS - due
  const kept = Math.min(credit, missing)
  return { vouchers: vouchers - (missing - kept), credit: credit - kept, waived: 0 }
}

interface Spent {
  voucher: VoucherTender
  amountCents: number
}

/** Spends the vouchers in the given order; the last one that is needed keeps what is left. */
function spendInOrder(vouchers: readonly VoucherTender[], cents: number): Spent[] {
  let left = cents
  return vouchers.flatMap((voucher) => {
    const amountCents = Math.min(voucher.balanceCents, left)
    left -= amountCents
    return amountCents > 0 ? [{ voucher, amountCents }] : []
  })
}

const voucherLine = ({ voucher: { id, label }, amountCents }: Spent): PricedLine =>
  discountLine({ kind: 'voucher', label, detail: null, rule: 'voucher', subjectId: id }, amountCents)

function minimumLines(waived: number): PricedLine[] {
  if (waived === 0) return []
  const label = 'Too little to charge'
  return [
    discountLine({ kind: 'discount', label, detail: null, rule: 'minimum_charge', subjectId: null }, waived),
  ]
}
