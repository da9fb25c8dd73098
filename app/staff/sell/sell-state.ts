import { SALE_KINDS, type SaleKind } from './sell-shape.ts'

/** The most people of one sale. */
export const MOST_PEOPLE = 60

/** The parts of the page; the one that was pressed last has the focus. */
const PARTS = ['what', 'day', 'time', 'party', 'price'] as const
export type SellPart = (typeof PARTS)[number]

interface Departure {
  departure_id: number
  depart_at: string
}

/** A departure as forms and addresses name it: `12 2027-05-13T15:00:00.000Z`. */
export const departureValue = (one: Departure): string => `${String(one.departure_id)} ${one.depart_at}`

/** Two departures of one party: both as above, and then how many fly on the second one. */
export const pairValue = (first: Departure, second: Departure & { quantity: number }): string =>
  `${departureValue(first)} ${departureValue(second)} ${String(second.quantity)}`

const ONE = String.raw`[1-9]\d{0,9} \d{4}-\d\d-\d\dT[\d:.]+Z`
const DEPARTURE = new RegExp(`^${ONE}(?: ${ONE} [1-9]\\d?)?$`)

/** The second departure of a chosen pair, and how many fly on it; undefined for a single departure. */
export function readSecond(departure: string): (Departure & { quantity: number }) | undefined {
  const [, , id, depart_at, quantity] = departure.split(' ')
  return id && depart_at && quantity
    ? { departure_id: Number(id), depart_at, quantity: Number(quantity) }
    : undefined
}

/** What the address says of a sale. Names, weights and codes are never in it. */
export interface SellState {
  kind: SaleKind
  product: number | undefined
  /** The day whose times are shown. */
  date: string | undefined
  /** The first of the eight days; without it the day itself or today. */
  from: string | undefined
  /** The whole month of the day is shown. */
  month: boolean
  people: number
  /** The caller: an account, or somebody who has none yet. */
  customer: number | 'new' | undefined
  /** What was typed to find the caller. */
  q: string
  departure: string | undefined
  /** The unpaid order of the seller that holds the seats. */
  hold: number | undefined
  at: SellPart | undefined
}

const whole = (text: string | null, most: number): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined
const day = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
const ID = 2_147_483_647

/** Reads an address; what no page of ours makes counts as missing. */
export function readSellState(query: URLSearchParams): SellState {
  const departure = query.get('departure')
  const customer = query.get('customer')
  return {
    kind: SALE_KINDS.find((kind) => kind === query.get('kind')) ?? 'seat',
    product: whole(query.get('product'), ID),
    date: day(query.get('date')),
    from: day(query.get('from')),
    month: query.get('month') === 'yes',
    people: whole(query.get('people'), MOST_PEOPLE) ?? 1,
    customer: customer === 'new' ? 'new' : whole(customer, ID),
    q: (query.get('q') ?? '').trim().slice(0, 200),
    departure: departure !== null && DEPARTURE.test(departure) ? departure : undefined,
    hold: whole(query.get('hold'), ID),
    at: PARTS.find((part) => part === query.get('at')),
  }
}

/** The address of a sale. */
export function sellPath(state: Partial<SellState>): string {
  const { kind, month, people, ...rest } = state
  const texts = {
    ...(kind === undefined || kind === 'seat' ? {} : { kind }),
    ...rest,
    ...(month ? { month: 'yes' } : {}),
    ...(people === undefined || people === 1 ? {} : { people }),
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(texts))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const text = query.toString()
  return text === '' ? '/staff/sell' : `/staff/sell?${text}`
}
