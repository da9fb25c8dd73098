import { z } from 'zod'
import { AircraftOutageList } from '#contract/aircraft-outage.ts'
import { Id, LocalDate, LocalTime } from '#contract/primitives.ts'
import {
  type Rescue,
  RescueConflict,
  type RescuePlan,
  RescuePlanReply,
  RescueReply,
  RescueStrategy,
} from '#contract/rescue-plan.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { listSentTexts, readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { rescueHref } from '../parts/rescue-href.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { readDone, toDone } from './rescue-words.ts'

const text = (most: number) => z.string().trim().max(most).nullable().default(null).catch(null)

/** What the address asks for, as it was typed. */
const RescueView = z.object({
  aircraft: Id.nullable().default(null).catch(null),
  date: text(20),
  from: text(10),
  until: text(10),
  plan: RescueStrategy.nullable().default(null).catch(null),
  why: z
    .string()
    .default('')
    .transform((typed) => typed.trim().slice(0, 200)),
  done: text(20),
})

export type RescueProblems = Partial<Record<'date' | 'from' | 'until', string>>

export interface RescueView {
  aircraft: { id: number; name: string }[]
  asked: { aircraft: number; date: string; from: string; until: string; why: string }
  /** The strategy that was chosen in place of the best one. */
  chosen: RescueStrategy | null
  plan: RescuePlan | null
  problems: RescueProblems
  failure: string | undefined
  done: Rescue | null
}

const DEFAULT_WHY = 'Aircraft is down'

/** The form of a span, and the plan for it. @throws Response 503 */
export async function loadRescue(
  { userApi, visit }: StaffVisit,
  query: URLSearchParams,
): Promise<RescueView> {
  const view = readForm(query, RescueView)
  const list = requireData(await userApi.get('/v1/aircraft_outages', AircraftOutageList))
  const aircraft = list.aircraft.map((one) => ({
    id: one.id,
    name: `${one.registration}, ${one.terminal_name}`,
  }))
  const asked = {
    aircraft: aircraft.find(({ id }) => id === view.aircraft)?.id ?? aircraft[0]?.id ?? 0,
    date: view.date ?? toLocalDate(visit.now.toISOString(), visit.brand.time_zone),
    from: view.from ?? '00:00',
    until: view.until ?? '23:59',
    why: view.why || DEFAULT_WHY,
  }
  const problems = findProblems(asked)
  const none = { aircraft, asked, chosen: view.plan, plan: null, problems, done: readDone(view.done) }
  if (view.aircraft === null || Object.keys(problems).length > 0) return { ...none, failure: undefined }
  const drawn = await userApi.get('/v1/rescue_plans', RescuePlanReply, {
    query: {
      ...{ aircraft_id: asked.aircraft, date: asked.date, from: asked.from, until: asked.until },
      ...(view.plan === null ? {} : { strategy: view.plan }),
    },
  })
  if (drawn.ok) return { ...none, plan: drawn.data.rescue_plan, failure: undefined }
  if (drawn.status >= 500) requireData(drawn)
  const [wrong] = Object.values(drawn.errors).flat()
  return wrong === undefined
    ? { ...none, failure: drawn.message }
    : { ...none, problems: { until: `${wrong}.` }, failure: undefined }
}

function findProblems({ date, from, until }: RescueView['asked']): RescueProblems {
  const isTime = (typed: string) => LocalTime.safeParse(typed).success
  return {
    ...(LocalDate.safeParse(date).success ? {} : { date: 'Please choose a day.' }),
    ...(isTime(from) ? {} : { from: 'Please type a time like 13:30.' }),
    ...(isTime(until) ? {} : { until: 'Please type a time like 13:30.' }),
    ...(isTime(from) && isTime(until) && until <= from
      ? { until: 'The end must be after the beginning.' }
      : {}),
  }
}

const Pressed = z.object({
  aircraft: Id,
  date: LocalDate,
  from: LocalTime,
  until: LocalTime,
  plan: RescueStrategy,
  why: z.string().trim().min(1).max(200),
})

export type RescueDone =
  | { to: string; status?: undefined }
  | { to?: undefined; status: number; failure: string; rescue: Rescue | null }

/** Does the pressed flights of the plan; after a change meanwhile the page shows it as it is now. */
export async function pressRescue({ userApi }: StaffVisit, form: FormData): Promise<RescueDone> {
  const { aircraft, plan: strategy, why, ...span } = requireForm(form, Pressed)
  const flights = listSentTexts(form).flatMap(([name, sent]) => {
    const [, id, seen] = (name === 'seen' && /^(\d{1,9})\.([\w-]{1,40})$/.exec(sent)) || []
    return id === undefined || seen === undefined ? [] : [{ flight_id: Number(id), seen }]
  })
  const done = await userApi.post('/v1/rescue_plans', RescueReply, {
    body: { rescue_plan: { aircraft_id: aircraft, ...span, strategy, reason: why, flights } },
  })
  if (done.ok) {
    return { to: rescueHref({ aircraft, ...span, plan: strategy, why, done: toDone(done.data.rescue) }) }
  }
  const conflict = RescueConflict.safeParse(done.body)
  const [wrong] = Object.values(done.errors).flat()
  return {
    status: done.status,
    failure: wrong ?? done.message,
    rescue: conflict.success ? conflict.data.rescue : null,
  }
}
