import { ASKED, type Asked } from '../parts/asked-words.ts'

/** A departure on a date. */
export interface WeekPlace {
  departureId: number
  date: string
}

/** What was just done, as the address says it. */
export type WeekDone =
  | { what: 'closed' | 'opened'; place: WeekPlace }
  | { what: 'day_closed' | 'day_opened'; date: string; targets: string; reason: string }
  | { what: 'priced'; place: WeekPlace; dateWas: string; ruleWas: string; priceWas: string }

/** What the address asks for; null is the page's own choice. */
export interface WeekView {
  from: string | null
  terminal: number | null
  product: number | null
  /** Products with many times that are unfolded. */
  times: readonly number[]
  /** The departure whose panel is open. */
  place: WeekPlace | null
  done: WeekDone | null
  /** What became of asking a colleague. */
  asked: Asked | null
}

const DATE = /^\d{4}-\d\d-\d\d$/
const PLACE = /^(\d{1,9})\.(\d{4}-\d\d-\d\d)$/
const TARGETS = /^[\d.,]{1,4000}$/
const PRICE = /^(?:\d{1,9}(?:\.\d{1,2})?)?$/

export const writePlace = ({ departureId, date }: WeekPlace): string => `${String(departureId)}.${date}`
export function readPlace(text: string | null): WeekPlace | null {
  const [, id, date] = PLACE.exec(text ?? '') ?? []
  return id === undefined || date === undefined ? null : { departureId: Number(id), date }
}

const readId = (text: string | null): number | null => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : null)

export function readWeekView(address: string): WeekView {
  const { searchParams: given } = new URL(address)
  const from = given.get('from') ?? ''
  const times = (given.get('times') ?? '').split(',').flatMap((id) => readId(id) ?? [])
  return {
    from: DATE.test(from) ? from : null,
    terminal: readId(given.get('terminal')),
    product: readId(given.get('product')),
    times,
    place: readPlace(given.get('open')),
    done: readDone(given),
    asked: ASKED.find((one) => one === given.get('asked')) ?? null,
  }
}

function readDone(given: URLSearchParams): WeekDone | null {
  const what = given.get('done')
  const place = readPlace(given.get('at'))
  const [date, targets] = [given.get('day') ?? '', given.get('targets') ?? '']
  switch (what) {
    case 'closed':
    case 'opened':
      return place && { what, place }
    case 'day_closed':
    case 'day_opened':
      return DATE.test(date) && TARGETS.test(targets)
        ? { what, date, targets, reason: (given.get('reason') ?? '').slice(0, 500) }
        : null
    case 'priced': {
      const [dateWas = '', ruleWas = '', priceWas = ''] = (given.get('was') ?? '').split('_')
      const isRead = [dateWas, ruleWas, priceWas].every((one) => PRICE.test(one))
      return place && isRead ? { what, place, dateWas, ruleWas, priceWas } : null
    }
    default:
      return null
  }
}

function listDone(done: WeekDone | null): [string, string][] {
  if (!done) return []
  switch (done.what) {
    case 'closed':
    case 'opened':
      return [
        ['done', done.what],
        ['at', writePlace(done.place)],
      ]
    case 'day_closed':
    case 'day_opened':
      return [
        ['done', done.what],
        ['day', done.date],
        ['targets', done.targets],
        ...(done.reason === '' ? [] : [['reason', done.reason] as [string, string]]),
      ]
    case 'priced':
      return [
        ['done', done.what],
        ['at', writePlace(done.place)],
        ['was', [done.dateWas, done.ruleWas, done.priceWas].join('_')],
      ]
  }
}

/** The address of a view. What was done does not stay for the next one. */
export function weekHref(view: WeekView, change: Partial<WeekView> = {}): string {
  const { from, terminal, product, times, place, done, asked } = {
    ...view,
    done: null,
    asked: null,
    ...change,
  }
  const query = new URLSearchParams([
    ...(from === null ? [] : [['from', from]]),
    ...(terminal === null ? [] : [['terminal', String(terminal)]]),
    ...(product === null ? [] : [['product', String(product)]]),
    ...(times.length === 0 ? [] : [['times', times.join(',')]]),
    ...(place === null ? [] : [['open', writePlace(place)]]),
    ...listDone(done),
    ...(asked === null ? [] : [['asked', asked]]),
  ])
  return query.size === 0 ? '/staff/week' : `/staff/week?${query.toString()}`
}
