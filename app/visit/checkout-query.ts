import { type QuantityType } from '#contract/enums.ts'

/**
 * What the address of a checkout page says: date, departure, seats or whole flight, quantity,
 * upgrades and the discount code live in the query string, nothing personal does. Nothing in it is
 * trusted: a departure may not fly that day, an upgrade may not belong to the product.
 */
export interface CheckoutQuery {
  /** The month on show, when it is not the date's own. */
  month: string | undefined
  date: string | undefined
  /** The weekly rule; together with the date it names one flight. */
  departureId: number | undefined
  quantityType: QuantityType | undefined
  /** As typed, and as a number when it is a whole one from 1 to 60. */
  quantity: { text: string; value: number | undefined }
  upgradeIds: number[]
  /**
   * As typed. Empty says that none is wanted, undefined that nothing was said: a campaign's may be
   * put in then.
   */
  code: string | undefined
  /** `?gift_card=1`: a gift is wanted, not a seat on a day. */
  giftCard: boolean
  /** `?redeem=1`: a gift card or voucher is to pay; its panel is open. */
  redeem: boolean
  /** Where the visitor came from; carried along and put on the order as tags. */
  utm: readonly (readonly [name: string, value: string])[]
}

/** The largest party one order may have; larger ones speak to a person. */
export const LARGEST_PARTY = 60

/** The years that the service counts days in. */
const isoDay = /^(?:19|2[01])\d{2}-\d{2}-\d{2}$/
const isoMonth = /^(?:19|2[01])\d{2}-(0[1-9]|1[0-2])$/

function day(text: string | null): string | undefined {
  if (!text || !isoDay.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text
}

function id(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/**
 * A typed number of people: stray spaces are forgiven, anything but a whole number from 1 to 60 is
 * not a quantity.
 */
export function parseQuantity(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^\d{1,3}$/.test(trimmed)) return undefined
  const value = Number(trimmed)
  return value >= 1 && value <= LARGEST_PARTY ? value : undefined
}

/**
 * Reads the address. Never throws; what makes no sense is left out, the quantity is kept as typed.
 */
export function parseCheckoutQuery(params: URLSearchParams): CheckoutQuery {
  const month = params.get('month')
  const type = params.get('quantity_type')
  const quantity = params.get('quantity') ?? '1'
  const upgradeIds = params
    .getAll('upgrades')
    .map(id)
    .filter((one) => one !== undefined)
  return {
    month: month && isoMonth.test(month) ? month : undefined,
    date: day(params.get('date')),
    departureId: id(params.get('departure')),
    quantityType: type === 'seat' || type === 'flight' ? type : undefined,
    quantity: { text: quantity.slice(0, 20), value: parseQuantity(quantity) },
    upgradeIds: [...new Set(upgradeIds)].sort((a, b) => a - b).slice(0, 20),
    code: (params.get('code') ?? params.get('discount_code'))?.trim().slice(0, 60),
    giftCard: params.get('gift_card') === '1',
    redeem: params.get('redeem') === '1',
    utm: [...params]
      .filter(([name]) => /^utm_[a-z]{1,20}$/.test(name))
      .slice(0, 8)
      .map(([name, value]) => [name, value.slice(0, 60)] as const),
  }
}

/**
 * Writes the query back, in one order, so that equal choices have equal addresses.
 *
 * @returns `''` or a string that begins with `?`
 */
export function checkoutSearch(query: CheckoutQuery, changes: Partial<CheckoutQuery> = {}): string {
  const next = { ...query, ...changes }
  const params = new URLSearchParams()
  if (next.giftCard) params.set('gift_card', '1')
  if (next.redeem) params.set('redeem', '1')
  if (next.month) params.set('month', next.month)
  if (next.date) params.set('date', next.date)
  if (next.departureId) params.set('departure', String(next.departureId))
  if (next.quantityType) params.set('quantity_type', next.quantityType)
  if (next.quantity.text !== '1') params.set('quantity', next.quantity.text)
  for (const upgrade of next.upgradeIds) params.append('upgrades', String(upgrade))
  if (next.code !== undefined) params.set('code', next.code)
  for (const [name, value] of next.utm) params.append(name, value)
  const text = params.toString()
  return text ? `?${text}` : ''
}

/**
 * The quantity after `−` or `+`, kept between 1 and the largest party; a typed nonsense counts as
 * 1.
 */
export function stepQuantity(quantity: CheckoutQuery['quantity'], by: 1 | -1): CheckoutQuery['quantity'] {
  const value = quantity.value === undefined ? 1 : quantity.value + by
  const kept = Math.min(LARGEST_PARTY, Math.max(1, value))
  return { text: String(kept), value: kept }
}
