import { type RescheduleQuote } from '#contract/reschedule.ts'

/** The chosen departure and passengers, as in the address. */
export interface RescheduleChoice {
  month: string | undefined
  date: string | undefined
  departureId: number | undefined
  /** The selected passengers; undefined before a selection. */
  passengerIds: number[] | undefined
  useCredit: boolean
  /** "See the price" was pressed. */
  priceRequested?: boolean
}

const parseNumbers = (texts: readonly string[]) =>
  [...new Set(texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number))].slice(0, 60)

const ifMatches = (pattern: RegExp, text: string | null) => (text && pattern.test(text) ? text : undefined)

/**
 * Parses `?date=2027-05-21&departure=12&chosen=1&who=4&who=5&credit=1`; invalid values are dropped.
 */
export function readRescheduleChoice(query: URLSearchParams): RescheduleChoice {
  const date = ifMatches(/^(?:19|2[01])\d{2}-\d{2}-\d{2}$/, query.get('date'))
  const real = date && !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ? date : undefined
  return {
    month: ifMatches(/^(?:19|2[01])\d{2}-(0[1-9]|1[0-2])$/, query.get('month')),
    date: real,
    departureId: parseNumbers(query.getAll('departure'))[0],
    passengerIds: query.has('chosen') ? parseNumbers(query.getAll('who')) : undefined,
    useCredit: query.get('credit') === '1',
    priceRequested: query.get('intent') === 'price',
  }
}

/** The query of a choice, with `?`. */
export function rescheduleSearch(choice: RescheduleChoice, changes: Partial<RescheduleChoice> = {}): string {
  const { month, date, departureId, passengerIds, useCredit } = { ...choice, ...changes }
  const query = new URLSearchParams()
  if (month) query.set('month', month)
  if (date) query.set('date', date)
  if (departureId) query.set('departure', String(departureId))
  if (passengerIds) query.set('chosen', '1')
  for (const id of passengerIds ?? []) query.append('who', String(id))
  if (useCredit) query.set('credit', '1')
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** The passengers to reschedule: all of the party before a selection, and for a whole aircraft. */
export function listReschedulingParty(
  quote: RescheduleQuote,
  { passengerIds }: Pick<RescheduleChoice, 'passengerIds'>,
): number[] {
  const all = quote.passengers.map(({ id }) => id)
  return quote.quantity_type === 'flight' || !passengerIds
    ? all
    : all.filter((id) => passengerIds.includes(id))
}

/** The errors that keep a price from being shown, by the id of the part of the page. */
export function missingChoices(quote: RescheduleQuote, choice: RescheduleChoice): Record<string, string> {
  return {
    ...(listReschedulingParty(quote, choice).length === 0 ? { who: 'Please choose who moves' } : {}),
    ...(choice.priceRequested && choice.departureId === undefined
      ? { departure: 'Please choose a time' }
      : {}),
  }
}

/** The choice as `/v1` expects it. */
export function toRescheduleParty(quote: RescheduleQuote, choice: Pick<RescheduleChoice, 'passengerIds'>) {
  const party = listReschedulingParty(quote, choice)
  if (quote.quantity_type === 'flight' || party.length >= quote.party) return {}
  return { quantity: party.length, passenger_ids: party }
}
