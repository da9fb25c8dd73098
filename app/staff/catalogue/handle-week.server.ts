import { z } from 'zod'
import { type DepartureWeek, DepartureWeekFields, DepartureWeekReply } from '#contract/departure-week.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { ListMeta, WHOLE_MAX } from '#contract/primitives.ts'
import { departureShape } from '#contract/resources/desk-shapes.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { type KnownValues } from '../../ui/form/use-shop-form.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { typedAs } from '../parts/typed-as.server.ts'
import { type WeekFare } from './week-form.tsx'
import { WEEK_SHAPE, type WeekField } from './week-shape.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { loadChoices } from './load-rows.server.ts'
import { dollarsIn } from '../parts/parse-dollars.server.ts'
import { parseLocalInstant } from '../parts/local-instant.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

/**
 * The products for which a week of departures may be created.
 * @throws Response when they cannot be read
 */
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
 * Every fare with its prices in its name; the form groups them by product.
 * @throws Response when they cannot be read
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

/** The initial values of the form: today and the six days after it. */
export function beginWeek(
  { visit }: StaffVisit,
  product_id: string | null,
  fare_id: string | null,
): KnownValues<WeekField> {
  const { now, brand } = visit
  const day = (ahead: number) =>
    toLocalDate(new Date(now.getTime() + ahead * 86_400_000).toISOString(), brand.time_zone)
  return { product_id, fare_id, from: day(0), until: day(6), publish_status: 'published' }
}

const CHOOSE_PRODUCT = 'Choose a product'
const tick = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes')
const { shape: asked } = DepartureWeekFields

/** @param zone the time zone in which times are typed */
const weekForm = (zone: string) =>
  z.object({
    product_id: z
      .number({ error: CHOOSE_PRODUCT })
      .int(CHOOSE_PRODUCT)
      .positive(CHOOSE_PRODUCT)
      .max(WHOLE_MAX, CHOOSE_PRODUCT),
    days: asked.days,
    times: typedAs(asked.times, (text) => wordsIn(text).map((one) => one.padStart(5, '0'))),
    at_sunset: tick,
    from: typedAs(asked.from, (text) => text),
    until: typedAs(asked.until, (text) => text),
    left_out_dates: typedAs(asked.left_out_dates, wordsIn),
    fare_id: asked.fare_id,
    seat_price: typedAs(asked.seat_price, priceIn),
    flight_price: typedAs(asked.flight_price, priceIn),
    publish_at: typedAs(asked.publish_at, (text) => (text === '' ? null : parseLocalInstant(text, zone))),
    publish_status: z.enum(['published', 'draft']).catch('published'),
    without_conflicts: tick,
  })

const WeekButtons = z.object({
  intent: z.enum(['preview', 'make']).catch('preview'),
  seen: z.string().optional(),
  key: z.string().optional(),
})

export interface WeekAnswer {
  status: number
  /** The submitted values with their errors. */
  answer: FormAnswer
  plan: DepartureWeek | undefined
  /** True if the departures were created; false if the plan is a preview. */
  made: boolean
  /** The input of the preview. Different input is previewed again before anything is created. */
  seen: string
}

const CHANGED = 'Something was changed after it was shown. Nothing is made yet: below is what it makes now.'

/**
 * Previews the departures or creates them. The idempotency key keeps a form that is submitted twice
 * from creating them twice.
 */
export async function previewOrCreateWeek(
  { userApi, visit }: StaffVisit,
  form: FormData,
): Promise<WeekAnswer> {
  const submission = parseForm(form, weekForm(visit.brand.time_zone))
  const answerWith = (status: number, why?: Refusal): WeekAnswer => ({
    status,
    answer: refuseForm(WEEK_SHAPE, submission, why),
    plan: undefined,
    made: false,
    seen: '',
  })
  if (submission.status !== 'success') return answerWith(422)
  const seen = JSON.stringify(submission.value)
  const { intent, seen: was, key } = requireForm(form, WeekButtons)
  const changed = intent === 'make' && was !== undefined && was !== seen
  const preview = intent !== 'make' || changed
  const body = { departure_week: { ...submission.value, preview } }
  const sent = await userApi.post('/v1/departure_weeks', DepartureWeekReply, {
    body,
    ...(preview || key === undefined ? {} : { idempotencyKey: key }),
  })
  if (!sent.ok) return answerWith(sent.status, { ...sent, errors: sayWeek(sent.errors) })
  const answer = changed ? answerWith(409, { message: CHANGED }) : answerWith(200)
  return { ...answer, seen, plan: sent.data.departure_week, made: !preview }
}

const wordsIn = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '')

function priceIn(text: string): number | string | null {
  const price = dollarsIn(text)
  return text === '' ? null : Number.isNaN(price) ? text : price
}

/** Shows the errors of single times or days beside the one field that holds them all. */
const sayWeek = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors)
      .map(([name, messages]): [string, string[]] => [name.split('.')[0] ?? name, messages])
      .map(([name, messages]) => [name, name === 'product_id' ? [CHOOSE_PRODUCT] : messages]),
  )
