import { z } from 'zod'
import { type PilotWeek, PilotWeekReply } from '#contract/pilot-roster.ts'
import { LocalDate } from '#contract/primitives.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { isDeskStaff, type StaffVisit } from '../parts/staff-visit.server.ts'

const PilotsQuery = z.object({
  /** The first of seven days. */
  from: LocalDate.nullable().default(null).catch(null),
  /** What was just saved, and how many flights lost their pilot: `absence.3`. */
  done: z
    .string()
    .regex(/^(?:absence|removed|hours|limits)\.\d{1,3}$/)
    .nullable()
    .default(null)
    .catch(null),
})

export interface PilotsView {
  week: PilotWeek
  today: string
  done: { what: string; lost: number } | null
}

async function loadWeek({ userApi, visit }: StaffVisit, query: URLSearchParams): Promise<PilotsView> {
  const { from, done } = readForm(query, PilotsQuery)
  const today = toLocalDate(visit.now.toISOString(), visit.brand.time_zone)
  const read = await userApi.get(`/v1/pilot_weeks/${from ?? today}`, PilotWeekReply)
  const [what = '', lost] = done?.split('.') ?? []
  return {
    week: requireData(read).pilot_week,
    today,
    done: done === null ? null : { what, lost: Number(lost) },
  }
}

/** A week of all pilots. @throws Response 503 */
export async function loadPilots(staff: StaffVisit, query: URLSearchParams) {
  return { ...(await loadWeek(staff, query)), maySetLimits: staff.factor.roles.includes('admin') }
}

/**
 * The week of one pilot. Pilots see their own only.
 *
 * @throws Response 404, 503
 */
export async function loadPilot(staff: StaffVisit, id: string, query: URLSearchParams) {
  const view = await loadWeek(staff, query)
  const pilot = view.week.pilots.find((one) => String(one.pilot_id) === id)
  if (!pilot) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  return { ...view, pilot, canEdit: isDeskStaff(staff) }
}
