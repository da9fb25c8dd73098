import { findCreditObstacle } from './credit-obstacle.ts'
import { type Priced, type PricedLine, discountLine, sumOf } from './price-lines.ts'
import { type VoucherTender } from './pricing-facts.ts'

/** The least a card can be charged, in cents. */
export const MINIMUM_CHARGE_CENTS = 50

/** What each tender pays; those that pay nothing are not in it, gift cards always are. */
export interface PaidByTenders {
  giftCards: { id: number; amountCents: number }[]
  vouchers: { id: number; amountCents: number }[]
  creditCents: number
}

interface Settlement {
  lines: PricedLine[]
  tenders: PaidByTenders
}

/** Vouchers, then credit, then the card. To be called with every other line. */
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
  /** To be paid by vouchers, credit and card. */
  rest: number
  /** The part of it that vouchers may pay: tax is not. */
  untaxed: number
  vouchers: number
  credit: number
}

/**
 * How much vouchers and credit pay, so that a card is charged nothing or at least the minimum:
 * otherwise less credit is used, then less of the vouchers, until exactly the minimum is left; a
 * rest that never reached it is waived.
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

/**
 * In the order given, each as far as it goes; what is left stays on the last one that was needed.
 */
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
