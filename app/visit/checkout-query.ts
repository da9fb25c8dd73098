import { type QuantityType } from '#contract/enums.ts'

/**
 * The query of a checkout page: date, departure, seats or whole flight, quantity, upgrades and the
 * discount code; nothing personal. Its values are not trusted: a departure may not fly that day, an
 * upgrade may not belong to the product.
 */
export interface CheckoutQuery {
  /** The displayed month, if it is not that of the date. */
  month: string | undefined
  date: string | undefined
  /** The weekly rule; together with the date it identifies one flight. */
  departureId: number | undefined
  /** The second departure of a party on two aircraft. */
  secondId?: number | undefined
  quantityType: QuantityType | undefined
  /** As typed, and as a number if it is a whole one from 1 to 60. */
  quantity: { text: string; value: number | undefined }
  upgradeIds: number[]
  /** As typed. Empty: no code is wanted. Undefined: a campaign's code may be filled in. */
  code: string | undefined
  /** `?gift_card=1`: buys a gift card instead of a seat on a day. */
  giftCard: boolean
  /** `?redeem=1`: a gift card or voucher is to pay; its panel is open. */
  redeem: boolean
  /**
   * What the pages carry along: the visitor's origin (`utm_source`), and how many of the party have
   * which passenger type (`type_1`), as typed.
   */
  named: readonly (readonly [name: string, value: string])[]
}

/** The largest party of one order; larger ones have to call. */
export const LARGEST_PARTY = 60

/** The years for which the service accepts dates. */
const isoDay = /^(?:19|2[01])\d{2}-\d{2}-\d{2}$/
const isoMonth = /^(?:19|2[01])\d{2}-(0[1-9]|1[0-2])$/

function day(text: string | null): string | undefined {
  // A day that the calendar lacks is written as another one, or as null.
  const isDay = text && isoDay.test(text) && JSON.stringify(new Date(`${text}T00:00:00Z`)).includes(text)
  return isDay ? text : undefined
}

function id(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/**
 * Parses a typed number of people: spaces are trimmed, and only whole numbers from 1 to 60 are
 * valid.
 */
export function parseQuantity(text: string): number | undefined {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return value && value <= LARGEST_PARTY ? value : undefined
}

/**
 * Parses the query. Never throws; invalid values are dropped, but the quantity is kept as typed.
 */
export function parseCheckoutQuery(params: URLSearchParams): CheckoutQuery {
  const month = params.get('month')
  const [departureId, secondId] = (params.get('departure') ?? '').split('-').map(id)
  const type = params.get('quantity_type')
  const quantity = params.get('quantity') ?? '1'
  const upgradeIds = params
    .getAll('upgrades')
    .map(id)
    .filter((one) => one !== undefined)
  return {
    month: month && isoMonth.test(month) ? month : undefined,
    date: day(params.get('date')),
    departureId,
    secondId: departureId && secondId,
    quantityType: type === 'seat' || type === 'flight' ? type : undefined,
    quantity: { text: quantity.slice(0, 20), value: parseQuantity(quantity) },
    upgradeIds: [...new Set(upgradeIds)].sort((a, b) => a - b).slice(0, 20),
    code: (params.get('code') ?? params.get('discount_code'))?.trim().slice(0, 60),
    giftCard: params.get('gift_card') === '1',
    redeem: params.get('redeem') === '1',
    named: [...params]
      .filter(([name, value]) => value && /^(utm_[a-z]{1,20}|type_\d{1,3})$/.test(name))
      .slice(0, 14)
      .map(([name, value]) => [name, value.slice(0, 60)] as const),
  }
}

/** The chosen departure as addresses and radio buttons name it: `12`, or `12-14` for two aircraft. */
export const departureParam = ({
  departureId,
  secondId,
}: Pick<CheckoutQuery, 'departureId' | 'secondId'>): string | undefined =>
  [departureId, secondId].filter(Boolean).join('-') || undefined

/**
 * Writes the query in a fixed order, so that equal choices have equal addresses.
 *
 * @returns `''` or a string that begins with `?`
 */
export function checkoutSearch(query: CheckoutQuery, changes: Partial<CheckoutQuery> = {}): string {
  // Another departure has another second one, or none.
  const next = { ...query, ...('departureId' in changes && { secondId: undefined }), ...changes }
  const params = new URLSearchParams()
  if (next.giftCard) params.set('gift_card', '1')
  if (next.redeem) params.set('redeem', '1')
  if (next.month) params.set('month', next.month)
  if (next.date) params.set('date', next.date)
  const departure = departureParam(next)
  if (departure) params.set('departure', departure)
  if (next.quantityType) params.set('quantity_type', next.quantityType)
  if (next.quantity.text !== '1') params.set('quantity', next.quantity.text)
  for (const upgrade of next.upgradeIds) params.append('upgrades', String(upgrade))
  if (next.code !== undefined) params.set('code', next.code)
  for (const [name, value] of next.named) params.append(name, value)
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** The quantity after `−` or `+`, between 1 and the largest party; an invalid one counts as 1. */
export function stepQuantity(quantity: CheckoutQuery['quantity'], by: 1 | -1): CheckoutQuery['quantity'] {
  const value = quantity.value === undefined ? 1 : quantity.value + by
  const limited = Math.min(LARGEST_PARTY, Math.max(1, value))
  return { text: String(limited), value: limited }
}
