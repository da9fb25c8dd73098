import { z } from 'zod'
import { type FieldErrors } from '#contract/errors.ts'
import {
  type ClosedTarget,
  DepartureDateReply,
  DeparturePrice,
  readDateVersion,
  TerminalDayReply,
} from '#contract/staff-week.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent } from '../../ui/form/sent-values.server.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { type ApiClient, type ApiResult } from '../../visit/api-result.ts'
import { askColleague } from '../parts/ask-for-approval.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { PRESS_SHAPE, PRICE_SHAPE } from './week-forms.ts'
import { readPlace, type WeekDone, weekHref, type WeekPlace, type WeekView } from './week-view.ts'

/** What a press led to: the address that shows it, or the refusal. */
export type WeekAnswered =
  | { to: string }
  | { status: number; answer: FormAnswer; conflict?: WeekConflict | undefined; askable?: boolean }

/** Both values of a change that came too late. */
export interface WeekConflict {
  seen: string
  now: string
  version: string
}

/** `41.2026-11-22 open-229.00-rule` */
const Press = z.string().transform((text, { addIssue }) => {
  const [at = '', ...version] = text.split(' ')
  const place = readPlace(at)
  if (place && version.length > 0) return { place, version: version.join(' ') }
  addIssue({ code: 'custom', message: 'No departure' })
  return z.NEVER
})
/** `2026-11-25 6 7.41`, `2026-11-25 open` */
const DayPress = z.string().regex(/^\d{4}-\d\d-\d\d .{1,4000}$/)
const IsUndo = z.object({ undo: z.literal('yes').optional() })

/** Does what was pressed, and says it once in the address that shows it. */
export async function handleWeekPress(
  userApi: ApiClient,
  view: WeekView,
  form: FormData,
): Promise<WeekAnswered> {
  const { undo } = requireForm(form, IsUndo)
  const done = (what: WeekDone) => ({ to: weekHref(view, { done: undo === 'yes' ? null : what }) })
  for (const name of ['close', 'open'] as const) {
    if (isSent(form, name)) return pressDate(userApi, form, name, done)
  }
  for (const name of ['close_day', 'open_day'] as const) {
    if (isSent(form, name)) return pressDay(userApi, view, form, { name, done })
  }
  if (isSent(form, 'reprice')) return takePriceBack(userApi, view, form)
  return changePrice(userApi, view, form)
}

type Done = (what: WeekDone) => { to: string }

const dateCall = ({ departureId, date }: WeekPlace, departure_date: object) => ({
  path: `/v1/departure_dates/${String(departureId)}/${date}`,
  body: { departure_date } as Record<string, unknown>,
})

function patchDate(userApi: ApiClient, place: WeekPlace, change: object) {
  const { path, body } = dateCall(place, change)
  return userApi.patch(path, DepartureDateReply, { body })
}

async function pressDate(
  userApi: ApiClient,
  form: FormData,
  name: 'close' | 'open',
  done: Done,
): Promise<WeekAnswered> {
  const pressed = requireForm(form, z.object({ [name]: Press }))[name]
  if (!pressed) throw new Response(null, { status: 404 })
  const { place, version } = pressed
  const closed = name === 'close'
  const sent = await patchDate(userApi, place, { closed, version })
  return sent.ok ? done({ what: closed ? 'closed' : 'opened', place }) : refusePress(sent, version)
}

const Targets = z
  .string()
  .regex(/^[\d.,]{1,4000}$/)
  .transform((text) => text.split(',').map(readTarget))
const readTarget = (text: string): ClosedTarget => {
  const [product = '', departure] = text.split('.')
  return { product_id: Number(product), departure_id: departure === undefined ? null : Number(departure) }
}
const writeTarget = ({ product_id: product, departure_id: departure }: ClosedTarget): string =>
  departure === null ? String(product) : `${String(product)}.${String(departure)}`

const DayForm = z.object({
  terminal: z.number().int().positive(),
  targets: Targets.optional(),
  reason: z.string().max(500).optional(),
})

async function pressDay(
  userApi: ApiClient,
  view: WeekView,
  form: FormData,
  { name, done }: { name: 'close_day' | 'open_day'; done: Done },
): Promise<WeekAnswered> {
  const pressed = requireForm(form, z.object({ [name]: DayPress }))[name] ?? ''
  const { terminal, targets, reason } = requireForm(form, DayForm)
  const [date, version] = [pressed.slice(0, 10), pressed.slice(11)]
  const closed = name === 'close_day'
  const body = {
    terminal_day: {
      closed,
      version,
      ...(view.product === null ? {} : { product_id: view.product }),
      ...(targets ? { targets } : {}),
      ...(reason === undefined ? {} : { reason }),
    },
  }
  const sent = await userApi.patch(`/v1/terminal_days/${String(terminal)}/${date}`, TerminalDayReply, {
    body,
  })
  if (!sent.ok) return refusePress(sent, version)
  const { targets: changed, reason: why } = sent.data.terminal_day
  const what = closed ? ('day_closed' as const) : ('day_opened' as const)
  if (changed.length === 0) return { to: weekHref(view) }
  return done({ what, date, targets: changed.map(writeTarget).join(','), reason: closed ? '' : why })
}

const ReplyNow = z.object({ departure_date: DepartureDateReply.shape.departure_date })

/** A press that came too late shows what somebody else made of it meanwhile. */
function refusePress(sent: ApiResult<unknown> & { ok: false }, version: string): WeekAnswered {
  const submission = parseForm(new FormData(), z.object({}))
  return {
    status: sent.status,
    answer: refuseForm(PRESS_SHAPE, submission, sent),
    conflict: findConflict(sent, version),
  }
}

function findConflict(sent: ApiResult<unknown> & { ok: false }, version: string): WeekConflict | undefined {
  const now = ReplyNow.safeParse(sent.body)
  const seen = readDateVersion(version)
  if (!now.success || !seen) return undefined
  const { departure_date: date } = now.data
  return {
    seen: stateText(seen),
    now: stateText(readDateVersion(date.version) ?? seen),
    version: date.version,
  }
}

const stateText = ({ closed, price }: { closed: boolean; price: number }) =>
  `${closed ? 'closed' : 'open'} at ${formatDollars(price)}`

const PriceForm = z.object({
  price: TypedDollars.pipe(DeparturePrice),
  scope: z.enum(['date', 'rule']).catch('date'),
})
const Was = z
  .string()
  .regex(/^(?:\d{1,9}(?:\.\d{1,2})?)?$/)
  .default('')
const PriceHidden = z.object({
  at: z.string(),
  version: z.string().max(100),
  date_was: Was,
  rule_was: Was,
  price_was: Was,
})
const priceOrNone = (text: string): number | null => (text === '' ? null : Number(text))

async function changePrice(userApi: ApiClient, view: WeekView, form: FormData): Promise<WeekAnswered> {
  const hidden = requireForm(form, PriceHidden)
  const place = readPlace(hidden.at)
  if (!place) throw new Response(null, { status: 404 })
  const submission = parseForm(form, PriceForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(PRICE_SHAPE, submission) }
  const { price, scope } = submission.value
  const { version } = hidden
  const prices = scope === 'date' ? { date_price: price } : { rule_price: price, date_price: null }
  if (isSent(form, 'intent')) {
    const call = dateCall(place, { ...prices, version })
    const asked = await askColleague(userApi, { method: 'PATCH', ...call })
    if (asked.ok) return { to: weekHref(view, { place: null, asked: asked.data }) }
    return { status: asked.status, answer: refuseForm(PRICE_SHAPE, submission, asked) }
  }
  const sent = await patchDate(userApi, place, { ...prices, version })
  if (sent.ok) {
    const { date_was: dateWas, rule_was: ruleWas, price_was: priceWas } = hidden
    return {
      to: weekHref(view, { place: null, done: { what: 'priced', place, dateWas, ruleWas, priceWas } }),
    }
  }
  // The one field of the page stands for whichever price of the service it was.
  const messages = Object.values(sent.errors).flat()
  const errors: FieldErrors = messages.length > 0 ? { price: messages } : {}
  return {
    status: sent.status,
    answer: refuseForm(PRICE_SHAPE, submission, { message: sent.message, errors }),
    conflict: findConflict(sent, version),
    askable: sent.code === 'approval_needed',
  }
}

const Reprice = z.object({ reprice: Press, date_was: Was, rule_was: Was })

/** Puts both prices back to what they were before the change. */
async function takePriceBack(userApi: ApiClient, view: WeekView, form: FormData): Promise<WeekAnswered> {
  const { reprice, date_was: dateWas, rule_was: ruleWas } = requireForm(form, Reprice)
  const body = {
    date_price: priceOrNone(dateWas),
    rule_price: priceOrNone(ruleWas),
    version: reprice.version,
  }
  const sent = await patchDate(userApi, reprice.place, body)
  return sent.ok ? { to: weekHref(view) } : refusePress(sent, reprice.version)
}
