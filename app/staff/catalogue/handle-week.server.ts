import { z } from 'zod'
import { type DepartureWeek, DepartureWeekReply } from '#contract/departure-week.ts'
import { ListMeta } from '#contract/primitives.ts'
import { departureShape } from '#contract/resources/desk-shapes.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { type WeekFormValues, type WeekFare } from './week-form.tsx'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { loadChoices } from './handle-rows.server.ts'
import { dollarsIn } from '../parts/parse-dollars.server.ts'
import { parseLocalInstant } from './parse-row.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

/** The products whose week may be painted. @throws Response when they cannot be read */
export async function loadProducts(staff: StaffVisit) {
  const { product_id } = departureShape.fields
  return (await loadChoices(staff, { ...departureShape, fields: { product_id } }))['products'] ?? []
}

const Fares = z.object({
  fares: z.array(
    z.object({
      id: z.number(),
      product_id: z.number(),
      name: z.string(),
      seat_price: z.number().nullable(),
      flight_price: z.number().nullable(),
    }),
  ),
  meta: ListMeta,
})

/**
 * Every fare, by what it costs; the form lists them by product. @throws Response when they cannot
 * be read
 */
export async function loadFares({ userApi }: StaffVisit): Promise<WeekFare[]> {
  const listed: WeekFare[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = requireData(
      await userApi.get('/v1/fares', Fares, { query: { page, page_size: 100, sort: 'product_id' } }),
    )
    pages = found.meta.pagination.total_pages
    for (const { id, product_id: productId, name, seat_price: seat, flight_price: flight } of found.fares) {
      const prices = [
        seat === null ? [] : `${formatDollars(seat)} a seat`,
        flight === null ? [] : `${formatDollars(flight)} an aircraft`,
      ].flat()
      listed.push({ id, productId, name: prices.length === 0 ? name : `${name}: ${prices.join(', ')}` })
    }
  }
  return listed
}

/** An empty form: today and six days more. */
export function emptyWeek({ visit }: StaffVisit, product: string, fare: string): WeekFormValues {
  const { now, brand } = visit
  const day = (ahead: number) =>
    toLocalDate(new Date(now.getTime() + ahead * 86_400_000).toISOString(), brand.time_zone)
  const span = { from: day(0), until: day(6), leftOut: '' }
  const prices = { fare, price: '', flightPrice: '' }
  return {
    product,
    days: [],
    times: '',
    sunset: false,
    ...span,
    ...prices,
    publishAt: '',
    status: 'published',
    alone: false,
  }
}

export function typedWeek(form: FormData): WeekFormValues {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    product: text('product_id'),
    days: form.getAll('days').filter((one) => typeof one === 'string'),
    times: text('times'),
    sunset: form.has('at_sunset'),
    from: text('from'),
    until: text('until'),
    leftOut: text('left_out_dates'),
    fare: text('fare_id'),
    price: text('seat_price'),
    flightPrice: text('flight_price'),
    publishAt: text('publish_at'),
    status: text('publish_status') === 'draft' ? 'draft' : 'published',
    alone: form.has('without_conflicts'),
  }
}

export interface WeekAnswer {
  status: number
  typed: WeekFormValues
  plan: DepartureWeek | undefined
  /** True when it was made; otherwise it is what would be. */
  made: boolean
  /** What the plan is of: making another is shown first. */
  seen: string
  problems: Record<string, string>
  failure: string | undefined
}

/** Shows or makes what was typed; the key makes a form that is sent twice one week. */
export async function previewOrCreateWeek(
  { userApi, visit }: StaffVisit,
  form: FormData,
): Promise<WeekAnswer> {
  const typed = typedWeek(form)
  const seen = JSON.stringify(typed)
  const [was, key] = [form.get('seen'), form.get('key')]
  const changed = form.get('intent') === 'make' && typeof was === 'string' && was !== seen
  const preview = form.get('intent') !== 'make' || changed
  const body = {
    departure_week: {
      product_id: Number(typed.product),
      days: typed.days.map(Number),
      times: wordsIn(typed.times).map((one) => one.padStart(5, '0')),
      at_sunset: typed.sunset,
      from: typed.from,
      until: typed.until,
      left_out_dates: wordsIn(typed.leftOut),
      fare_id: typed.fare === '' ? null : Number(typed.fare),
      seat_price: priceIn(typed.price),
      flight_price: priceIn(typed.flightPrice),
      publish_at: typed.publishAt === '' ? null : parseLocalInstant(typed.publishAt, visit.brand.time_zone),
      publish_status: typed.status,
      without_conflicts: typed.alone,
      preview,
    },
  }
  const sent = await userApi.post('/v1/departure_weeks', DepartureWeekReply, {
    body,
    ...(preview || typeof key !== 'string' || key === '' ? {} : { idempotencyKey: key }),
  })
  const answer = {
    status: sent.ok ? 200 : sent.status,
    typed,
    seen,
    plan: undefined,
    made: false,
    problems: {},
    failure: undefined,
  }
  if (sent.ok) {
    const failure = changed
      ? 'Something was changed after it was shown. Nothing is made yet: below is what it makes now.'
      : undefined
    return { ...answer, status: changed ? 409 : 200, plan: sent.data.departure_week, made: !preview, failure }
  }
  const problems: Record<string, string> = {}
  for (const [name, [message]] of Object.entries(sent.errors)) {
    const field = name.split('.')[0] ?? name
    if (message !== undefined) problems[field] ??= sayWeek(field, message)
  }
  return { ...answer, problems, failure: Object.keys(problems).length > 0 ? undefined : sent.message }
}

const wordsIn = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '')

function priceIn(text: string): number | string | null {
  const price = dollarsIn(text)
  return text === '' ? null : Number.isNaN(price) ? text : price
}

/** What stands at a box whose text is none of its kind. */
const UNREAD: Record<string, string> = {
  from: 'Give a day',
  until: 'Give a day',
  left_out_dates: 'Write days like 2027-06-09',
  publish_at: 'Give a day and a time',
  fare_id: 'Choose a fare of this product',
  seat_price: 'Write dollars, like 231 or 231.50',
  flight_price: 'Write dollars, like 2310 or 2310.50',
}

const sayWeek = (field: string, message: string) =>
  field === 'product_id'
    ? 'Choose a product'
    : message.startsWith('Invalid')
      ? (UNREAD[field] ?? message)
      : message
