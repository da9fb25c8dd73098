import { type DepartureWeek, DepartureWeekReply } from '#contract/departure-week.ts'
import { departureShape } from '#contract/resources/desk-shapes.ts'
import { localDateOf } from '../checkout/local-time.ts'
import { type TypedWeek } from '../desk/week-page.tsx'
import { type DeskVisit } from './desk.server.ts'
import { loadChoices } from './desk-catalogue.server.ts'
import { dollarsIn } from './dollars-in.server.ts'

/** The products whose week may be painted. @throws Response when they cannot be read */
export async function loadProducts(desk: DeskVisit) {
  const { product_id } = departureShape.fields
  return (await loadChoices(desk, { ...departureShape, fields: { product_id } }))['products'] ?? []
}

/** An empty form: today and six days more. */
export function emptyWeek({ visit }: DeskVisit, product: string): TypedWeek {
  const { now, brand } = visit
  const day = (ahead: number) => localDateOf(new Date(now.getTime() + ahead * 86_400_000).toISOString(), brand.time_zone) // prettier-ignore
  return { product, days: [], times: '', sunset: false, from: day(0), until: day(6), price: '', alone: false }
}

export function typedWeek(form: FormData): TypedWeek {
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
    price: text('seat_price'),
    alone: form.has('without_conflicts'),
  }
}

export interface WeekAnswer {
  status: number
  typed: TypedWeek
  plan: DepartureWeek | undefined
  /** True when it was made; otherwise it is what would be. */
  made: boolean
  problems: Record<string, string>
  failure: string | undefined
}

/** Shows or makes what was typed; the key makes a form that is sent twice one week. */
export async function sendWeek({ own }: DeskVisit, form: FormData): Promise<WeekAnswer> {
  const typed = typedWeek(form)
  const preview = form.get('intent') !== 'make'
  const price = dollarsIn(typed.price)
  const body = {
    departure_week: {
      product_id: Number(typed.product),
      days: typed.days.map(Number),
      times: typed.times.split(/[\s,;]+/).filter((one) => one !== '').map((one) => one.padStart(5, '0')), // prettier-ignore
      at_sunset: typed.sunset,
      from: typed.from,
      until: typed.until,
      seat_price: typed.price === '' ? null : Number.isNaN(price) ? typed.price : price,
      without_conflicts: typed.alone,
      preview,
    },
  }
  const key = form.get('key')
  const sent = await own.post('/v1/departure_weeks', DepartureWeekReply, {
    body,
    ...(preview || typeof key !== 'string' || key === '' ? {} : { idempotencyKey: key }),
  })
  if (sent.ok) {
    return { status: 200, typed, plan: sent.data.departure_week, made: !preview, problems: {}, failure: undefined } // prettier-ignore
  }
  const problems: Record<string, string> = {}
  for (const [name, [message]] of Object.entries(sent.errors)) {
    const field = name.replace(/^departure_week\./, '').split('.')[0] ?? name
    if (message !== undefined) problems[field] ??= sayWeek(field, message)
  }
  const told = Object.keys(problems).length > 0
  return { status: sent.status, typed, plan: undefined, made: false, problems, failure: told ? undefined : sent.message } // prettier-ignore
}

const sayWeek = (field: string, message: string) =>
  field === 'product_id' ? 'Choose a product' : ['from', 'until'].includes(field) && message.startsWith('Invalid') ? 'Give a day' : message // prettier-ignore
