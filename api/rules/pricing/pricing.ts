import { formatPercent, percentOf } from '../money/money.ts'
import {
  discountLine,
  feeLines,
  findCartPrice,
  findUnitPrice,
  flightLines,
  getFlightQuantity,
  type Priced,
  type PricedLine,
  secondSeatLines,
  sumOf,
  taxLines,
  unitPrices,
  upgradeLines,
} from './price-lines.ts'
import {
  type Cart,
  type DiscountTerms,
  type GiftCardTender,
  type PricingFacts,
  type QuantityType,
  type VoucherTender,
} from './pricing-facts.ts'
import { findSeatTypeProblem, listSeatGroups, type SeatTypeProblem } from './seat-groups.ts'

export interface PricedCart {
  lines: PricedLine[]
  flightQuantity: number
  /** The price of one seat or aircraft: with the running campaign, or what staff set. */
  unitPriceCents: number
  /** The price without a campaign. */
  listPriceCents: number
  /** The sum of seats, aircraft or gift cards to buy, and upgrades. */
  subtotalCents: number
  feesCents: number
  taxCents: number
  /** What prize, gift cards, codes and vouchers take off; not negative. */
  discountCents: number
  /**
   * The account credit used; not negative. It pays and does not lower the total, so it is no line.
   */
  creditsCents: number
  /** Sum of the lines. */
  totalCents: number
  /** What gift cards, vouchers, credit and card pay together. */
  totalBeforeTendersCents: number
  tenders: PaidByTenders
  /**
   * What is left for a card: null when nothing is (spec section 9), otherwise at least the minimum
   * charge.
   */
  amountDueCents: number | null
}

type Step = (priced: Priced) => PricedLine[]

/**
 * The order of the steps is the rule (docs/pricing.md). Each step sees the lines before it and adds
 * its own.
 */
const steps: readonly Step[] = [
  flightLines,
  secondSeatLines,
  upgradeLines,
  prizeLines,
  giftLines,
  discountLines,
  feeLines,
  taxLines,
]

/**
 * Prices a cart. The same facts and cart give the same cents, whoever asks.
 *
 * @param cart must have passed `findCartProblem`, its code `findDiscountRefusal`; gift cards that
 *   cannot pay a unit of it pay nothing
 * @throws TypeError when the product is not sold that way or an upgrade is not the product's
 */
export function priceCart(facts: PricingFacts, cart: Cart): PricedCart {
  const flightQuantity = getFlightQuantity(cart, facts.capacity)
  return { ...priceUnits(facts, cart, flightQuantity || cart.quantity, steps), flightQuantity }
}

/** Runs the steps for some seats, aircraft or gift cards, then lets the tenders pay. */
export function priceUnits(
  known: PricingFacts,
  cart: Cart,
  units: number,
  inOrder: readonly Step[],
): Omit<PricedCart, 'flightQuantity'> {
  const facts = cart.staffPriceCents === undefined ? known : { ...known, campaignBps: 0 }
  const unit = findCartPrice(facts, cart)
  if (!unit) throw new TypeError(`${facts.product.name} is not sold by the ${cart.quantityType}`)
  const { cents, listCents } = unit
  const alike = [{ type: undefined, quantity: units, cents, listCents }]
  const groups = cart.passengerTypes ? listSeatGroups(facts, cart, unit, units) : alike
  const worth = unitPrices({ groups }).filter((price) => price > 0)
  const gifts = findPayingGifts(cart, worth.length)
  const base = { facts, cart, unit, units, groups, gifts }
  const unpaid = inOrder.reduce<PricedLine[]>(
    (before, step) => [...before, ...step({ ...base, lines: before })],
    [],
  )
  const settled = payRemainder({ ...base, lines: unpaid })
  const sums = sumLines([...unpaid, ...settled.lines], settled.tenders)
  return { ...sums, unitPriceCents: unit.cents, listPriceCents: unit.listCents }
}

function sumLines(lines: PricedLine[], tenders: PaidByTenders) {
  const totalCents = sumOf(lines)
  const amountDueCents = totalCents - tenders.creditCents
  return {
    lines,
    subtotalCents: sumOf(lines, 'seat', 'flight', 'gift_card', 'upgrade', 'difference'),
    feesCents: sumOf(lines, 'fee', 'reschedule_fee'),
    taxCents: sumOf(lines, 'tax'),
    discountCents: Math.abs(sumOf(lines, 'gift', 'discount', 'voucher')),
    creditsCents: tenders.creditCents,
    totalCents,
    totalBeforeTendersCents: totalCents - sumOf(lines, 'gift', 'voucher'),
    tenders,
    amountDueCents: amountDueCents > 0 ? amountDueCents : null,
  }
}

export type QuantityProblem = 'quantity_missing' | 'not_sold_by_seat' | 'not_sold_whole'
export type CartProblem = QuantityProblem | SeatTypeProblem | 'upgrade_unknown' | 'upgrade_twice'
type TenderProblem = 'gift_card_twice' | 'gift_card_other_unit' | 'too_many_gift_cards' | 'voucher_twice'

/**
 * Why a cart cannot be priced from these facts; undefined when it can. This does not check whether
 * the seats are free.
 */
export function findCartProblem(facts: PricingFacts, cart: Cart): CartProblem | undefined {
  const problem = findQuantityProblem(facts, cart.quantityType, cart.quantity)
  if (problem) return problem
  const unfit = cart.passengerTypes && findSeatTypeProblem(facts, cart)
  if (unfit) return unfit
  const ids = cart.upgrades.map((upgrade) => upgrade.upgradeId)
  if (hasTwins(ids)) return 'upgrade_twice'
  if (ids.some((id) => !facts.upgrades.some((upgrade) => upgrade.id === id))) return 'upgrade_unknown'
  return undefined
}

/** Why this many seats, aircraft or gift cards cannot be priced. */
export function findQuantityProblem(
  facts: PricingFacts,
  type: QuantityType,
  quantity: number,
): QuantityProblem | undefined {
  if (!Number.isInteger(quantity) || quantity < 1) return 'quantity_missing'
  if (findUnitPrice(facts, type)) return undefined
  return type === 'seat' ? 'not_sold_by_seat' : 'not_sold_whole'
}

/**
 * Why these tenders cannot pay this cart: each card and voucher pays once, a card pays a unit of
 * its own kind, and there are no more cards than units.
 */
export function findTenderProblem(
  cart: Pick<Cart, 'quantityType' | 'giftCards' | 'vouchers'>,
  units: number,
): TenderProblem | undefined {
  const { giftCards = [], vouchers = [] } = cart
  if (hasTwins(giftCards.map(({ id }) => id))) return 'gift_card_twice'
  if (giftCards.some(({ unit }) => unit !== cart.quantityType)) return 'gift_card_other_unit'
  if (giftCards.length > units) return 'too_many_gift_cards'
  return hasTwins(vouchers.map(({ id }) => id)) ? 'voucher_twice' : undefined
}

const hasTwins = (ids: readonly number[]) => new Set(ids).size < ids.length

/**
 * A prize makes its upgrade free (domain rule 12): completely where the upgrade's rule sets the
 * quantity, once where the shopper chose it.
 */
function prizeLines({ facts, cart, lines }: Priced): PricedLine[] {
  const { prizeUpgradeId: upgradeId } = cart
  const won = lines.find((line) => line.kind === 'upgrade' && line.subjectId === upgradeId)
  const rule = facts.upgrades.find(({ id }) => id === upgradeId)
  if (!won || !rule) return []
  const free = rule.goodForXPax < 0 ? Math.min(won.unitCents, won.amountCents) : won.amountCents
  if (free === 0) return []
  const line = { kind: 'discount', label: 'Prize', detail: won.label, rule: 'prize' } as const
  return [discountLine({ ...line, subjectId: won.subjectId }, free)]
}

/**
 * The gift cards that pay units of this cart: those of its kind, at most one per unit, in the given
 * order.
 */
function findPayingGifts(cart: Cart, units: number): GiftCardTender[] {
  return (cart.giftCards ?? []).filter((gift) => gift.unit === cart.quantityType).slice(0, units)
}

/**
 * Each gift card pays one whole seat or aircraft at its present price, whatever the card cost and
 * whoever sits on it; the dearest seats come first.
 */
function giftLines(priced: Priced): PricedLine[] {
  const { cart, gifts } = priced
  const prices = unitPrices(priced)
  const detail = cart.quantityType === 'seat' ? 'pays one seat' : 'pays one whole aircraft'
  const rule = `gift_card:${cart.quantityType}` as const
  return gifts.map(({ id, label }, unit) =>
    discountLine({ kind: 'gift', label, detail, rule, subjectId: id }, prices[unit] ?? 0),
  )
}

/** The code of a cart, when it can be combined with the running campaign. */
function findDiscountInForce(
  facts: Pick<PricingFacts, 'campaignBps'>,
  cart: Pick<Cart, 'discount' | 'staffPriceCents'>,
): DiscountTerms | undefined {
  const { discount, staffPriceCents } = cart
  if (staffPriceCents !== undefined) return undefined
  return discount && (facts.campaignBps === 0 || discount.stackable) ? discount : undefined
}

/**
 * The code discounts what gift cards and a prize leave of seats and upgrades, and never more. Fees
 * are not discounted.
 */
export function discountLines({ facts, cart, lines }: Priced): PricedLine[] {
  const discount = findDiscountInForce(facts, cart)
  if (!discount) return []
  const left = sumOf(lines)
  const { percentBps, label, code, id } = discount
  const off = percentBps === null ? Math.min(discount.amountCents ?? 0, left) : percentOf(left, percentBps)
  return [
    discountLine(
      {
        kind: 'discount',
        label,
        detail: percentBps === null ? code : `${code}, ${formatPercent(percentBps)}`,
        rule: percentBps === null ? 'discount:amount' : 'discount:percent',
        subjectId: id,
      },
      off,
    ),
  ]
}

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
function payRemainder(priced: Priced): Settlement {
  const { facts, cart, gifts, lines } = priced
  const prices = unitPrices(priced)
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
      giftCards: gifts.map(({ id }, unit) => ({ id, amountCents: prices[unit] ?? 0 })),
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

/**
 * Orders keep the facts they were priced from. Older ones lack the field, so the product's name
 * decides too.
 */
export const hidesCredit = ({ name, creditHidden }: PricingFacts['product']): boolean =>
  creditHidden || isPrivateFlight(name)

/** The message that refuses a payment with credit. */
export const NO_CREDIT_HERE = 'Account credit cannot be used for this flight.'

/**
 * Why account credit cannot pay a cart: the product hides it, or a discount applies (spec section
 * 6). Null when it can.
 */
export function findCreditObstacle(
  facts: PricingFacts,
  cart: Pick<Cart, 'discount' | 'staffPriceCents'>,
): 'product' | 'discount' | null {
  if (hidesCredit(facts.product)) return 'product'
  const discount = findDiscountInForce(facts, cart)
  return discount && !discount.keepsCredit ? 'discount' : null
}

/** The product whose fees and credit the specification sets (sections 6 and 9). */
export const PRIVATE_FLIGHT = { name: '12-Minute Private Flight', feePriceCents: 119_800 } as const

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether a product has that name, regardless of case and spaces. */
export const isPrivateFlight = (name: string): boolean => plain(name) === plain(PRIVATE_FLIGHT.name)
