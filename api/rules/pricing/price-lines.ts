import { type QuoteLine } from '#contract/quote.ts'
import { RESCHEDULE_FEE_TEXT as fee } from '#contract/reschedule-fee.ts'
import { formatDollars, formatPercent, percentOf, toDollars } from '../money/money.ts'
import {
  type Cart,
  type CartUpgrade,
  type FeeRule,
  type GiftCardTender,
  type ListPrices,
  type PricingFacts,
  type QuantityType,
  type UpgradeRule,
} from './pricing-facts.ts'
import { type SeatGroup } from './seat-groups.ts'

/** Suffix of the rule of a price that a running campaign lowered. */
type Sale = '' | ':campaign'
/**
 * Suffix of the rule of a fee that gift cards have paid, or have limited to the amount they name.
 */
type OfCard = '' | ':waived' | ':limited'

/** The rule that made a line, for "why this price". `explainLine` has a sentence for each. */
type LineRule =
  | `${QuantityType}_price:${ListSource}${Sale}`
  | `${QuantityType}_price:staff`
  | `second_seat${Sale}`
  | `passenger_type${Sale | ':staff'}`
  | `gift_purchase:${QuantityType}${Sale}`
  | 'upgrade:flat'
  | 'upgrade:percent'
  | 'reschedule_fee:early'
  | 'reschedule_fee:late'
  | `difference:${QuantityType}`
  | 'prize'
  | `gift_card:${QuantityType}`
  | 'discount:amount'
  | 'discount:percent'
  | `fee:${'flat' | 'percent'}${'' | '_per_seat'}${OfCard}`
  | 'tax:terminal'
  | 'voucher'
  | 'minimum_charge'

/** `gift_card` is bought, `gift` pays. Credit pays too, but is no line. */
export type LineKind =
  | 'seat'
  | 'flight'
  | 'gift_card'
  | 'upgrade'
  /** How much more a flight costs than the one it was rescheduled from. */
  | 'difference'
  /** The fee for a reschedule. A refund of the flight does not include it. */
  | 'reschedule_fee'
  | 'gift'
  | 'discount'
  | 'fee'
  | 'tax'
  | 'voucher'
  | 'credit'

export interface PricedLine {
  kind: LineKind
  label: string
  detail: string | null
  quantity: number
  unitCents: number
  /** `unitCents` times `quantity`; negative for a discount. */
  amountCents: number
  rule: LineRule
  /** The id of the upgrade, fee, gift card, code or voucher of the line. */
  subjectId: number | null
}

/** What a step of the engine sees. */
export interface Priced {
  facts: PricingFacts
  cart: Cart
  unit: UnitPrice
  /** Seats, or aircraft sold whole. */
  units: number
  /** The same by price, the dearest first. */
  groups: readonly SeatGroup[]
  /** The gift cards that each pay one unit, the dearest first. */
  gifts: readonly GiftCardTender[]
  lines: readonly PricedLine[]
}

/** The sum of the lines of some kinds, or of all lines. */
export const sumOf = (lines: readonly Pick<PricedLine, 'kind' | 'amountCents'>[], ...kinds: LineKind[]) =>
  lines
    .filter((line) => kinds.length === 0 || kinds.includes(line.kind))
    .reduce((sum, line) => sum + line.amountCents, 0)

/** A line that takes off one amount once. */
export const discountLine = (
  line: Pick<PricedLine, 'kind' | 'label' | 'detail' | 'rule' | 'subjectId'>,
  cents: number,
): PricedLine => ({ ...line, quantity: 1, unitCents: 0 - cents, amountCents: 0 - cents })

export const countOf = (units: number, one: string, many: string) =>
  units === 1 ? `1 ${one}` : `${String(units)} ${many}`

/** "2 × $8.05", or nothing for a single unit. */
export const formatTimes = (quantity: number, unitCents: number) =>
  quantity === 1 ? null : `${String(quantity)} × ${formatDollars(unitCents)}`

/** "$183.20 each, 20% off $229.00". */
export function eachOf({ facts, unit }: Priced): string {
  const each = `${formatDollars(unit.cents)} each`
  if (facts.campaignBps === 0) return each
  return `${each}, ${formatPercent(facts.campaignBps)} off ${formatDollars(unit.listCents)}`
}

export const campaignSuffix = ({ campaignBps }: PricingFacts) => (campaignBps > 0 ? ':campaign' : '')

/** The price of each unit, the dearest first. */
export const unitPrices = ({ groups }: Pick<Priced, 'groups'>): number[] =>
  groups.flatMap(({ quantity, cents }) => Array<number>(quantity).fill(cents))

export function flightLines(priced: Priced): PricedLine[] {
  const typed = priced.groups.some(({ type }) => type !== undefined)
  return typed ? priced.groups.map((group) => passengerLine(priced, group)) : [unitsLine(priced)]
}

/** The seats of adults, or of passengers of one type. */
function passengerLine(priced: Priced, { type, quantity, cents, listCents }: SeatGroup): PricedLine {
  const { facts, unit } = priced
  if (!type)
    return { ...unitsLine({ ...priced, units: quantity }), label: countOf(quantity, 'adult', 'adults') }
  const each = eachOf({ ...priced, unit: { ...unit, cents, listCents } })
  const isOfStaff = unit.source === 'staff'
  const less = type.percentOff === 0 || isOfStaff ? '' : `, ${String(type.percentOff)}% less than an adult`
  return {
    kind: 'seat',
    label: `${String(quantity)} × ${type.name}`,
    detail: `${each}${less}`,
    quantity,
    unitCents: cents,
    amountCents: cents * quantity,
    rule: isOfStaff ? 'passenger_type:staff' : `passenger_type${campaignSuffix(facts)}`,
    subjectId: type.id,
  }
}

function unitsLine(priced: Priced): PricedLine {
  const { facts, cart, unit, units } = priced
  const bySeat = cart.quantityType === 'seat'
  const each = eachOf(priced)
  const mood = facts.departure.tags.includes('sunset') ? ', sunset departure' : ''
  return {
    kind: cart.quantityType,
    label: bySeat ? countOf(units, 'seat', 'seats') : countOf(units, 'whole aircraft', 'whole aircraft'),
    detail: `${bySeat ? each : `${each}, up to ${String(facts.capacity)} guests`}${mood}`,
    quantity: units,
    unitCents: unit.cents,
    amountCents: unit.cents * units,
    rule:
      unit.source === 'staff'
        ? `${cart.quantityType}_price:staff`
        : `${cart.quantityType}_price:${unit.source}${campaignSuffix(facts)}`,
    subjectId: null,
  }
}

/**
 * The second seats of a party: each costs the price of a seat, in money. Gift cards pay for
 * passengers only, and fees depend on passengers only. A whole aircraft includes its seats.
 */
export function secondSeatLines(priced: Priced): PricedLine[] {
  const { facts, cart, unit } = priced
  const quantity = cart.quantityType === 'seat' ? (cart.secondSeats ?? 0) : 0
  if (quantity === 0) return []
  return [
    {
      kind: 'seat',
      label: countOf(quantity, 'second seat', 'second seats'),
      detail: eachOf(priced),
      quantity,
      unitCents: unit.cents,
      amountCents: unit.cents * quantity,
      rule: `second_seat${campaignSuffix(facts)}`,
      subjectId: null,
    },
  ]
}

export function upgradeLines({ facts, cart, unit }: Priced): PricedLine[] {
  return cart.upgrades.map((chosen) => {
    const upgrade = facts.upgrades.find((one) => one.id === chosen.upgradeId)
    if (!upgrade) throw new TypeError(`Upgrade ${String(chosen.upgradeId)} is not the product's`)
    const quantity = getUpgradeQuantity(upgrade, chosen, cart, facts.capacity)
    const percent = upgrade.percentBps
    const oneCents = percent === null ? (upgrade.priceCents ?? 0) : percentOf(unit.cents, percent)
    const ofWhat = cart.quantityType === 'seat' ? 'the seat price' : 'the aircraft’s price'
    return {
      kind: 'upgrade',
      label: upgrade.name,
      detail: percent === null ? formatTimes(quantity, oneCents) : `${formatPercent(percent)} of ${ofWhat}`,
      quantity,
      unitCents: oneCents,
      amountCents: oneCents * quantity,
      rule: percent === null ? 'upgrade:flat' : 'upgrade:percent',
      subjectId: upgrade.id,
    }
  })
}

/** The level that sets the list price. */
type ListSource = 'departure' | 'fare' | 'product'

export interface UnitPrice {
  /** The present price: the list price less the running campaign, or what staff set. */
  cents: number
  listCents: number
  source: ListSource | 'staff'
}

type PriceFacts = Pick<PricingFacts, 'product' | 'fare' | 'departure' | 'campaignBps'>

const priceFor = (prices: ListPrices | null, type: QuantityType) =>
  (type === 'seat' ? prices?.seatPriceCents : prices?.flightPriceCents) ?? null

/**
 * The price of one seat or one whole aircraft: the departure's own, else its fare's, else the
 * product's; times the campaign's (100 − percent) / 100, with half a cent rounded up (spec section
 * 9). Undefined when the product is not sold that way, whatever its fares say.
 */
export function findUnitPrice(facts: PriceFacts, type: QuantityType): UnitPrice | undefined {
  const base = priceFor(facts.product, type)
  if (base === null) return undefined
  const own = priceFor(facts.departure, type)
  if (own !== null) return unitPrice(facts, own, 'departure')
  const fare = priceFor(facts.fare, type)
  if (fare !== null) return unitPrice(facts, fare, 'fare')
  return unitPrice(facts, base, 'product')
}

const unitPrice = (facts: PriceFacts, listCents: number, source: ListSource): UnitPrice => ({
  cents: percentOf(listCents, 10_000 - facts.campaignBps),
  listCents,
  source,
})

/** The price of a unit of a cart: what staff set, or the present price. */
export function findCartPrice(
  facts: PriceFacts,
  { quantityType, staffPriceCents }: Pick<Cart, 'quantityType' | 'staffPriceCents'>,
): UnitPrice | undefined {
  const unit = findUnitPrice(facts, quantityType)
  if (!unit || staffPriceCents === undefined) return unit
  return { ...unit, cents: staffPriceCents, source: 'staff' }
}

/**
 * How much more (or less, negative) a departure costs than the product: per seat, or per aircraft
 * where no seats are sold. A campaign lowers both and does not show here.
 */
export function getSurgeCents(facts: PriceFacts): number {
  const type = facts.product.seatPriceCents === null ? 'flight' : 'seat'
  const base = priceFor(facts.product, type) ?? 0
  return (findUnitPrice(facts, type)?.listCents ?? base) - base
}

/** What of a sale banner decides when it shows and whether it lowers prices. */
export interface CampaignRule {
  brandId: number
  startAt: Date
  endAt: Date
  disabled: boolean
  discountCode: string | null
  /** The shop fills in its code for the shopper. */
  autoFillCode: boolean
  /** In whole percent. */
  discountPercentOff: number
}

/**
 * The discount of a brand's campaign on every seat and aircraft now, in hundredths of a percent; 0
 * without a campaign. A campaign runs while it is enabled and `startAt` ≤ now < `endAt`; one with
 * an auto-filled code discounts through that code only. When two run, the first applies.
 */
export function getCampaignBps(campaigns: readonly CampaignRule[], brandId: number, now: Date): number {
  const running = campaigns.find(
    (campaign) =>
      campaign.brandId === brandId &&
      !campaign.disabled &&
      campaign.startAt <= now &&
      campaign.endAt > now &&
      campaign.discountPercentOff > 0 &&
      !(campaign.autoFillCode && campaign.discountCode !== null),
  )
  return (running?.discountPercentOff ?? 0) * 100
}

/**
 * The number of whole aircraft that seat a party (spec section 9), including second seats; none
 * when seats are sold.
 */
export const getFlightQuantity = (cart: Cart, capacity: number): number =>
  cart.quantityType === 'flight' ? Math.ceil((cart.quantity + (cart.secondSeats ?? 0)) / capacity) : 0

/**
 * The quantity of an upgrade (spec section 9): -1 is the chosen number, or one per passenger where
 * none is chosen; 0 is one; otherwise one per `goodForXPax` passengers or part of it. A percentage
 * upgrade on whole flights counts by aircraft, because its percentage is of the aircraft's price.
 */
export function getUpgradeQuantity(
  upgrade: UpgradeRule,
  chosen: CartUpgrade,
  cart: Cart,
  capacity: number,
): number {
  const byAircraft = upgrade.percentBps !== null && cart.quantityType === 'flight'
  const party = byAircraft ? getFlightQuantity(cart, capacity) : cart.quantity
  if (upgrade.goodForXPax === 0) return 1
  if (upgrade.goodForXPax < 0) return byAircraft ? party : (chosen.quantity ?? party)
  return Math.ceil(party / upgrade.goodForXPax)
}

/**
 * Fees are percentages of the price before any discount, or flat amounts (spec section 9). A fee
 * that was paid with a gift card is waived for the card's seat: the fee of that seat, its share of
 * a percentage, or the whole of a flat fee per order. A fee that waits for redemption is at most
 * what the card names; a fee that the card does not name is not charged for its seat.
 */
export function feeLines(priced: Priced): PricedLine[] {
  const prices = unitPrices(priced)
  return priced.facts.fees.flatMap((fee) => {
    // Gift cards pay the first units.
    const limits = priced.gifts.map((gift) => limitOf(priced.facts, gift, fee.id))
    const shareOf = (unit: number) => getFeeCents(priced, fee, prices.slice(unit, unit + 1))
    const isLimited = (limit: number, unit: number) => limit > 0 && limit < shareOf(unit)
    const limited = limits.filter(isLimited)
    const waived = limits.filter((limit) => limit === 0).length
    const charged = prices.filter((_, unit) => {
      const limit = limits[unit]
      return limit === undefined || (limit > 0 && !isLimited(limit, unit))
    })
    const main = mainLine(priced, fee, { charged, waived })
    const covered = main.quantity > 0 || isPaidOnce(priced, fee)
    const own = limitedLines(fee, limited, { share: shareOf(0), covered })
    return own.length > 0 && main.quantity === 0 && waived === 0 ? own : [main, ...own]
  })
}

/**
 * The part of a fee that is charged at its present amount, for the units of these prices. A percentage
 * of each seat is one amount where the seats have several prices.
 */
function mainLine(
  priced: Priced,
  fee: FeeRule,
  { charged, waived }: { charged: readonly number[]; waived: number },
): PricedLine {
  const once = charged.length > 0 && !isPaidOnce(priced, fee) ? 1 : 0
  const quantity = fee.perSeat && !isOfSeveralPrices(priced, fee, charged) ? charged.length : once
  const unitCents = getFeeCents(priced, fee, quantity === 0 ? unitPrices(priced) : charged)
  return feeLine(fee, {
    detail: feeDetail(priced, fee, { quantity, unitCents, waived }),
    quantity,
    unitCents,
    ending: waived > 0 ? ':waived' : '',
  })
}

/**
 * The part of a fee that gift cards keep lower, one line per amount. A fee per order is charged
 * once.
 */
function limitedLines(
  fee: FeeRule,
  limited: readonly number[],
  { share, covered }: { share: number; covered: boolean },
): PricedLine[] {
  if (limited.length === 0) return []
  const detail = 'as named on the gift card'
  if (fee.percentBps === null && !fee.perSeat) {
    if (covered) return []
    const unitCents = Math.min(
      share,
      limited.reduce((sum, cents) => sum + cents, 0),
    )
    return [feeLine(fee, { detail, quantity: 1, unitCents, ending: ':limited' })]
  }
  return [...new Set(limited)].map((unitCents) => {
    const quantity = limited.filter((cents) => cents === unitCents).length
    return feeLine(fee, { detail, quantity, unitCents, ending: ':limited' })
  })
}

const feeLine = (
  fee: FeeRule,
  {
    detail,
    quantity,
    unitCents,
    ending,
  }: Pick<PricedLine, 'detail' | 'quantity' | 'unitCents'> & { ending: '' | ':waived' | ':limited' },
): PricedLine => ({
  kind: 'fee',
  label: fee.name,
  detail,
  quantity,
  unitCents,
  amountCents: quantity === 0 ? 0 : unitCents * quantity,
  rule: `fee:${fee.percentBps === null ? 'flat' : 'percent'}${fee.perSeat ? '_per_seat' : ''}${ending}`,
  subjectId: fee.id,
})

/** The most a fee may be for a card's seat, before tax; 0 when it was paid or never named. */
function limitOf(
  { taxBps }: PricingFacts,
  { pendingFeeIds, feeLimits }: GiftCardTender,
  feeId: number,
): number {
  if (pendingFeeIds.includes(feeId)) return 0
  if (!feeLimits) return Infinity
  const named = feeLimits.find((limit) => limit.feeId === feeId)?.cents ?? 0
  return Math.floor((named * 10_000) / (10_000 + taxBps))
}

/** True for a flat fee per order that was paid with a gift card. */
const isPaidOnce = ({ gifts }: Priced, fee: FeeRule) =>
  fee.percentBps === null && !fee.perSeat && gifts.some(({ pendingFeeIds }) => pendingFeeIds.includes(fee.id))

/** The price that a percentage fee counts on, for a unit of this price. */
const feeBaseOf = ({ facts }: Priced, cents: number) => facts.product.feePriceCents ?? cents

const isOfSeveralPrices = (priced: Priced, { percentBps }: FeeRule, prices: readonly number[]) =>
  percentBps !== null && new Set(prices.map((cents) => feeBaseOf(priced, cents))).size > 1

/**
 * The fee of the seats or aircraft of these prices, or that of each where it is charged for each and
 * they cost the same; upgrades carry no percentage fee.
 */
function getFeeCents(priced: Priced, fee: FeeRule, prices: readonly number[]): number {
  const { percentBps, perSeat } = fee
  if (percentBps === null) return fee.priceCents ?? 0
  const bases = prices.map((cents) => feeBaseOf(priced, cents))
  if (!perSeat) return percentOf(sumCents(bases), percentBps)
  const shares = bases.map((cents) => percentOf(cents, percentBps))
  return isOfSeveralPrices(priced, fee, prices) ? sumCents(shares) : (shares[0] ?? 0)
}

const sumCents = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0)

interface Charge {
  quantity: number
  unitCents: number
  waived: number
}

function feeDetail({ facts, cart }: Priced, fee: FeeRule, charge: Charge): string | null {
  const { quantity, unitCents, waived } = charge
  if (quantity === 0) return 'paid with the gift card'
  const bySeat = cart.quantityType === 'seat'
  const parts = [
    fee.percentBps === null
      ? formatTimes(quantity, unitCents)
      : percentDetail(fee.percentBps, facts.product.feePriceCents, bySeat),
    waived > 0 &&
      'paid with the gift card for ' +
        `${bySeat ? countOf(waived, 'seat', 'seats') : `${String(waived)} aircraft`}`,
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}

function percentDetail(bps: number, fixedCents: number | null, bySeat: boolean): string {
  if (fixedCents !== null) return `${formatPercent(bps)} of ${formatDollars(fixedCents)}`
  return `${formatPercent(bps)} of ${bySeat ? 'the seats' : 'the aircraft'}`
}

/** Tax applies to all lines above: after gift cards and codes, and on fees. */
export function taxLines({ facts, lines }: Priced): PricedLine[] {
  if (facts.taxBps === 0) return []
  const amountCents = percentOf(sumOf(lines), facts.taxBps)
  return [
    {
      kind: 'tax',
      label: 'Tax',
      detail: formatPercent(facts.taxBps),
      quantity: 1,
      unitCents: amountCents,
      amountCents,
      rule: 'tax:terminal',
      subjectId: null,
    },
  ]
}

const UNIT = { seat: 'a seat', flight: 'a whole aircraft' } as const
const SALE = ', lowered by the sale that is running'

/** The explanation of a price and of the same price during a sale, by way of buying. */
const priced = <Q extends QuantityType>(type: Q) =>
  ({
    [`${type}_price:departure`]: `This departure has its own price for ${UNIT[type]}.`,
    [`${type}_price:departure:campaign`]: `This departure has its own price for ${UNIT[type]}${SALE}.`,
    [`${type}_price:fare`]: `This is the price of ${UNIT[type]} in the fare of this departure.`,
    [`${type}_price:fare:campaign`]: `This is the price of ${
      UNIT[type]
    } in the fare of this departure${SALE}.`,
    [`${type}_price:staff`]: `Our staff set this price for ${UNIT[type]}.`,
    [`${type}_price:product`]: `This is the flight’s usual price for ${UNIT[type]}.`,
    [`${type}_price:product:campaign`]: `This is the flight’s usual price for ${UNIT[type]}${SALE}.`,
    [`gift_purchase:${type}`]:
      `This is what a gift card of this fare costs today. It pays for ${UNIT[type]}, whatever ` +
      'that costs later.',
    [`gift_purchase:${type}:campaign`]:
      `This is what a gift card of this fare costs today${SALE}. It pays for ${UNIT[type]}, ` +
      'whatever that costs later.',
    [`gift_card:${type}`]: `A gift card pays for ${UNIT[type]} in full, whatever was paid for the card.`,
  }) as Record<Extract<LineRule, `${Q}_price:${string}` | `gift_${string}:${Q}${string}`>, string>

const LIMITED = 'This fee is what the gift card named when it was made, whatever the fee is today.'
const WAIVED = ', except for what was paid with the gift card'

const SENTENCES: Record<LineRule, string> = {
  ...priced('seat'),
  ...priced('flight'),
  second_seat:
    'A passenger who is heavier than one seat may hold sits on two. The second one costs what ' +
    'a seat costs and carries no fees.',
  'second_seat:campaign':
    'A passenger who is heavier than one seat may hold sits on two. The second one costs what ' +
    `a seat costs${SALE}, and carries no fees.`,
  passenger_type:
    'This is what a seat costs this kind of passenger: a share of an adult’s price on the same departure.',
  'passenger_type:campaign':
    'This is what a seat costs this kind of passenger: a share of an adult’s price on the same ' +
    `departure${SALE}.`,
  'passenger_type:staff': 'Our staff set this price for a seat, whoever sits on it.',
  'upgrade:flat':
    'This extra has a fixed price; how many you need follows from your party, or from your choice.',
  'upgrade:percent': 'This extra costs a percentage of the price of your flight.',
  'reschedule_fee:early':
    `Moving a flight costs ${fee.early}, or ${fee.late} when the flight you give up leaves in under ` +
    `${fee.before}.`,
  'reschedule_fee:late':
    `Moving a flight costs ${fee.late} when the flight you give up leaves in under ${fee.before}, ` +
    `else ${fee.early}.`,
  'difference:seat': 'What a seat on the new flight costs more than yours did, both by list price.',
  'difference:flight': 'What a whole aircraft costs more at the new time than yours did, both by list price.',
  prize: 'You won this extra, so it is free this time.',
  'discount:amount':
    'The code takes a fixed amount off flight and extras that no gift card pays, but not off fees.',
  'discount:percent':
    'The code takes a percentage off flight and extras that no gift card pays, but not off fees.',
  'fee:flat': 'This fee is charged once for the whole order.',
  'fee:flat:waived': 'This fee was paid with the gift card.',
  'fee:flat:limited': LIMITED,
  'fee:flat_per_seat:limited': LIMITED,
  'fee:percent:limited': LIMITED,
  'fee:percent_per_seat:limited': LIMITED,
  'fee:flat_per_seat': 'This fee is charged for every seat, or for every aircraft that is booked whole.',
  'fee:flat_per_seat:waived': `This fee is charged for every seat or whole aircraft${WAIVED}.`,
  'fee:percent':
    'This fee is a percentage of the price of the flight before any discount; extras do not count.',
  'fee:percent:waived': `This fee is a percentage of the price of the flight before any discount${WAIVED}.`,
  'fee:percent_per_seat':
    'This fee is a percentage of the price of each seat or whole aircraft, before any discount.',
  'fee:percent_per_seat:waived':
    'This fee is a percentage of the price of each seat or whole aircraft, before any ' +
    `discount${WAIVED}.`,
  'tax:terminal':
    'The tax of the place you leave from, on everything above that gift cards and codes did not take off.',
  voucher: 'The voucher pays up to what flight, extras and fees come to; what is left of it stays on it.',
  minimum_charge: 'Cards cannot be charged less than 50 cents, so we do not ask for the rest.',
}

/**
 * Explains in one sentence why a line of the breakdown exists and how its amount came about, for
 * shoppers and staff.
 */
export function explainLine({ rule }: { rule: string }): string {
  if (isLineRule(rule)) return SENTENCES[rule]
  return 'This line was priced by a rule that is no longer in use.'
}

const isLineRule = (rule: string): rule is LineRule => Object.hasOwn(SENTENCES, rule)

/** A line of the breakdown on the wire, in dollars; orders keep lines of rules no longer in use. */
export function presentPriceLine(line: Omit<PricedLine, 'rule'> & { rule: string }): QuoteLine {
  return {
    kind: line.kind,
    label: line.label,
    detail: line.detail,
    quantity: line.quantity,
    unit_amount: toDollars(line.unitCents),
    amount: toDollars(line.amountCents),
    rule: line.rule,
    why: explainLine(line),
  }
}
