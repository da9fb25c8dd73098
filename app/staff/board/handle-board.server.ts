import { z } from 'zod'
import { ChangedBy } from '#contract/passenger.ts'
import { Id } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { ASSIGN_SHAPES, type AssignedMeanwhile, NOBODY } from './board-forms.ts'
import { boardHref, BoardQuery } from './board-view.ts'

export type BoardDone =
  | { to: string; status?: undefined }
  | { to?: undefined; status: number; answer: FormAnswer; meanwhile: AssignedMeanwhile | null }

const Pressed = z.object({
  intent: z.enum(['aircraft', 'pilot']),
  flight: Id,
  /** The id that the page showed; null for no pilot. */
  was: Id.nullable().default(null),
  /** It takes a change back, which is not offered to be taken back again. */
  undo: z.literal('yes').optional(),
})
const CHOICES = { aircraft: 'Please choose an aircraft.', pilot: 'Please choose a pilot.' } as const
const choiceForm = (error: string) =>
  z.object({ to: z.string({ error }).regex(new RegExp(`^(?:\\d{1,9}|${NOBODY})$`), error) })

const Present = ChangedBy.extend({
  flight: z.object({ aircraft_id: Id, pilot_id: Id.nullable() }),
})

/** Gives the flight of the panel another aircraft or pilot; `/v1` checks again whether it fits. */
export async function handleBoard(
  { userApi }: StaffVisit,
  form: FormData,
  query: URLSearchParams,
): Promise<BoardDone> {
  const { intent: what, flight, was, undo } = requireForm(form, Pressed)
  const shape = ASSIGN_SHAPES[what]
  const submission = parseForm(form, choiceForm(CHOICES[what]))
  if (submission.status !== 'success') {
    return { status: 422, answer: refuseForm(shape, submission), meanwhile: null }
  }
  const { to } = submission.value
  const mine = to === NOBODY ? null : Number(to)
  const field = `${what}_id`
  const done = await userApi.patch(`/v1/flights/${String(flight)}`, z.unknown(), {
    body: { flight: { [field]: mine, [`${field}_was`]: was } },
  })
  const view = { ...readForm(query, BoardQuery), flight }
  if (done.ok) {
    return { to: boardHref(view, { undo: undo === undefined ? `${what}.${String(was ?? 0)}` : null }) }
  }
  const present = done.code === 'changed_meanwhile' ? Present.safeParse(done.body) : undefined
  if (present?.success) {
    const now = present.data.flight[`${what}_id`]
    const meanwhile = { what, now, mine, by: present.data.changed_by }
    return { status: 409, answer: refuseForm(shape, submission), meanwhile }
  }
  const errors = Object.values(done.errors).flat()
  const why = { errors: { to: errors.length > 0 ? errors : [done.message] } }
  return { status: refusalStatus(done), answer: refuseForm(shape, submission, why), meanwhile: null }
}
