import { type RescheduleQuote } from '#contract/reschedule.ts'

/** Where to and who, as the address says it. */
export interface RescheduleChoice {
  month: string | undefined
  date: string | undefined
  departureId: number | undefined
  /** Who was ticked; undefined before anybody chose. */
  passengerIds: number[] | undefined
  useCredit: boolean
  /** "See the price" was pressed. */
  priceRequested?: boolean
}

const numbers = (texts: readonly string[]) =>
  [...new Set(texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number))].slice(0, 60)

const fitting = (pattern: RegExp, text: string | null) => (text && pattern.test(text) ? text : undefined)

/**
 * `?date=2027-05-21&departure=12&chosen=1&who=4&who=5&credit=1`; whatever cannot be read is left
 * out.
 */
export function readRescheduleChoice(query: URLSearchParams): RescheduleChoice {
  const date = fitting(/^(?:19|2[01])\d{2}-\d{2}-\d{2}$/, query.get('date'))
  const real = date && !Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ? date : undefined
  return {
    month: fitting(/^(?:19|2[01])\d{2}-(0[1-9]|1[0-2])$/, query.get('month')),
    date: real,
    departureId: numbers(query.getAll('departure'))[0],
    passengerIds: query.has('chosen') ? numbers(query.getAll('who')) : undefined,
    useCredit: query.get('credit') === '1',
    priceRequested: query.get('intent') === 'price',
  }
}

/** The same choice as an address, with `?`. */
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

/**
 * Those of the party who are to move; all of them before anybody chose, and where they fly whole.
 */
export function listReschedulingParty(
  quote: RescheduleQuote,
  { passengerIds }: Pick<RescheduleChoice, 'passengerIds'>,
): number[] {
  const all = quote.passengers.map(({ id }) => id)
  return quote.quantity_type === 'flight' || !passengerIds
    ? all
    : all.filter((id) => passengerIds.includes(id))
}

/** What is missing before a price can be shown, by the id of the part where it is chosen. */
export function missingChoices(quote: RescheduleQuote, choice: RescheduleChoice): Record<string, string> {
  return {
    ...(listReschedulingParty(quote, choice).length === 0 ? { who: 'Please choose who moves' } : {}),
    ...(choice.priceRequested && choice.departureId === undefined
      ? { departure: 'Please choose a time' }
      : {}),
  }
}

/** As `/v1` takes it. */
export function toRescheduleParty(quote: RescheduleQuote, choice: Pick<RescheduleChoice, 'passengerIds'>) {
  const moving = listReschedulingParty(quote, choice)
  if (quote.quantity_type === 'flight' || moving.length >= quote.party) return {}
  return { quantity: moving.length, passenger_ids: moving }
}
