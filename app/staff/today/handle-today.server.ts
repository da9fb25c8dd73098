import { z } from 'zod'
import { ApprovalReply } from '#contract/approval.ts'
import { StaffTaskReply, StaffTaskRequest, PassengerCorrectionRequest } from '#contract/passenger.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { Id } from '#contract/primitives.ts'
import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent, listSentTexts } from '../../ui/form/sent-values.server.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { describePilotChange, describeWeightChange } from '../parts/colleague-change.ts'
import { sendCorrection, type PresentCorrection } from '../parts/send-correction.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type PilotChange, setPilot } from '../parts/set-pilot.server.ts'
import { type TodayConflict } from './conflict-note.tsx'
import { APPROVAL_SHAPE, PILOT_TASK_SHAPE, STEP_SHAPE, TASK_SHAPE, weightsShape } from './task-form.ts'

/** What an act led to: the address that shows it, or the refusal. */
export type TodayDone =
  { to: string } | { status: number; answer: FormAnswer; conflicts?: readonly TodayConflict[] }

const Intent = z.object({
  intent: z.enum(['pilot', 'weights', 'undo_pilot', 'approve', 'refuse']),
})
const OnApproval = z.object({ approval: Id })
const OnFlight = z.object({ flight: Id })
const CHOOSE_PILOT = 'Please choose a pilot.'
const PilotForm = z.object({
  pilot_id: z.number({ error: CHOOSE_PILOT }).int(CHOOSE_PILOT).positive(CHOOSE_PILOT),
})
const PilotWas = z.object({ pilot_was: Id.nullable().default(null) })
const TaskId = z.object({ task: Id })
const CHOOSE = 'Please choose what was agreed.'
const { choice: Choice } = StaffTaskRequest.shape.staff_task.shape
const TaskForm = z.object({ choice: z.enum(Choice.enum, { error: CHOOSE }) })
const { weight: Weight } = PassengerCorrectionRequest.shape.passenger.shape

/** Does what a row of the queue, or the bar that takes it back, was pressed for. */
export async function handleToday(userApi: ApiClient, form: FormData): Promise<TodayDone> {
  if (!isSent(form, 'intent')) return closeTask(userApi, form)
  const { intent } = requireForm(form, Intent)
  if (intent === 'approve' || intent === 'refuse') return decide(userApi, intent, form)
  const { flight } = requireForm(form, OnFlight)
  switch (intent) {
    case 'pilot':
      return choosePilot(userApi, flight, form)
    case 'weights':
      return saveWeights(userApi, flight, form)
    case 'undo_pilot':
      return takePilotBack(userApi, flight, form)
  }
}

/** Approves or refuses; the row is gone when somebody else was faster, and the sentence says so. */
async function decide(userApi: ApiClient, intent: 'approve' | 'refuse', form: FormData): Promise<TodayDone> {
  const { approval } = requireForm(form, OnApproval)
  const path = `/v1/approvals/${String(approval)}/${intent}`
  const decided = await userApi.post(path, ApprovalReply, { body: {} })
  if (decided.ok) return { to: `/staff?decided=${intent}` }
  const submission = parseForm(new FormData(), z.object({}))
  const shape = rowShape(APPROVAL_SHAPE, approval)
  return { status: decided.status, answer: refuseForm(shape, submission, decided) }
}

async function choosePilot(userApi: ApiClient, flight: number, form: FormData): Promise<TodayDone> {
  const shape = rowShape(PILOT_TASK_SHAPE, flight)
  const submission = parseForm(form, PilotForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(shape, submission) }
  const { pilot_id: pilotId } = submission.value
  const was = isSent(form, 'pilot_was') ? requireForm(form, PilotWas).pilot_was : undefined
  const refused = await setPilot(userApi, { flightId: flight, pilotId, was })
  if (!refused) return { to: `/staff?pilot=${String(flight)}` }
  const { status, refusal, change } = refused
  if (change) return meetPilot(flight, pilotId, change)
  return { status, answer: refuseForm(shape, submission, refusal) }
}

/** Takes only the own choice back: somebody else may have set another pilot meanwhile. */
async function takePilotBack(userApi: ApiClient, flight: number, form: FormData): Promise<TodayDone> {
  const { pilot_was: was } = requireForm(form, PilotWas)
  const refused = await setPilot(userApi, { flightId: flight, pilotId: null, was })
  if (!refused) return { to: '/staff' }
  const { status, refusal, change } = refused
  if (change) return meetPilot(flight, null, change)
  return { status, answer: refusePress(flight, refusal) }
}

/** The row of the flight is gone by now, so the page asks in a place of its own. */
function meetPilot(flight: number, mine: number | null, change: PilotChange): TodayDone {
  const intent = mine === null ? 'undo_pilot' : 'pilot'
  const conflict: TodayConflict = {
    flightId: flight,
    text: describePilotChange(change),
    keep: change.now === null ? 'Leave it without a pilot' : `Keep ${change.now}`,
    overwrite: change.mine === null ? 'Take the pilot off' : `Set ${change.mine}`,
    fields: [
      ['intent', intent],
      ['flight', String(flight)],
      ['pilot_was', String(change.pilotId ?? '')],
    ],
    mine: ['pilot_id', String(mine ?? '')],
  }
  return { status: 409, answer: refusePress(flight, {}), conflicts: [conflict] }
}

/** The answer to a press without a field. */
const refusePress = (flight: number, why: Refusal): FormAnswer =>
  refuseForm(rowShape(STEP_SHAPE, flight), parseForm(new FormData(), z.object({})), why)

const WEIGHT_FIELD = /^weight-(\d{1,9})-(\d{1,9})$/

/** Saves the weights that were typed; those that are still missing stay in the queue. */
async function saveWeights(userApi: ApiClient, flight: number, form: FormData): Promise<TodayDone> {
  const fields = listSentTexts(form).flatMap(([field]) => {
    const [, order, passenger] = WEIGHT_FIELD.exec(field) ?? []
    return order === undefined || passenger === undefined ? [] : [{ field, order, passenger }]
  })
  const shape: FormShape = rowShape(
    weightsShape(fields.map(({ field }) => ({ field, label: 'Weight' }))),
    flight,
  )
  const schema = z.object(Object.fromEntries(fields.map(({ field }) => [field, Weight])))
  const submission = parseForm(form, schema)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(shape, submission) }
  const typed = fields.flatMap((one) => {
    const weight = submission.value[one.field]
    return weight === undefined ? [] : [{ ...one, weight }]
  })
  if (typed.length === 0) {
    const message = 'Please input a weight in pounds'
    return { status: 422, answer: refuseForm(shape, submission, { message }) }
  }
  const refused = await sendWeights(userApi, form, flight, typed)
  const [first] = refused
  if (!first) return { to: `/staff?weights=${String(flight)}` }
  const errors = Object.assign({}, ...refused.map((one) => one.errors)) as FieldErrors
  const message = refused.find((one) => one.message !== undefined)?.message
  const conflicts = refused.flatMap((one) => one.conflict ?? [])
  return { status: first.status, answer: refuseForm(shape, submission, { errors, message }), conflicts }
}

interface TypedWeight {
  field: string
  order: string
  passenger: string
  weight: number
}

interface RefusedWeight {
  status: number
  errors: FieldErrors
  message: string | undefined
  conflict: TodayConflict | undefined
}

/** Sends each weight; one that is refused keeps none of the others from being saved. */
async function sendWeights(
  userApi: ApiClient,
  form: FormData,
  flight: number,
  typed: readonly TypedWeight[],
): Promise<RefusedWeight[]> {
  const refusals: RefusedWeight[] = []
  for (const { field, order, passenger, weight } of typed) {
    // The row asks for weights that are missing; the form that overwrites one says which it saw.
    const seen = seenField(field)
    const was = isSent(form, seen) ? requireForm(form, z.object({ [seen]: Weight }))[seen] : null
    const fields = { weight, weight_was: was ?? null }
    const refused = await sendCorrection(userApi, { order, passenger }, fields)
    if (!refused) continue
    const { status, refusal, change } = refused
    refusals.push({
      status,
      errors: change ? {} : { [field]: Object.values(refusal.errors ?? {}).flat() },
      message: change ? undefined : refusal.message,
      conflict: change && meetWeight(flight, { field, weight }, change),
    })
  }
  return refusals
}

/** The name of the hidden field with the weight that a form overwrites. */
const seenField = (field: string) => `was-${field}`

function meetWeight(
  flight: number,
  { field, weight }: Pick<TypedWeight, 'field' | 'weight'>,
  { passenger, changed_by: by }: PresentCorrection,
): TodayConflict {
  const now = passenger.weight
  return {
    flightId: flight,
    text: describeWeightChange(passenger.full_name, { now, by, mine: weight }),
    keep: now === null ? 'Leave it out' : `Keep ${String(now)} lb`,
    overwrite: `Write ${String(weight)} lb`,
    fields: [
      ['intent', 'weights'],
      ['flight', String(flight)],
      ...(now === null ? [] : [[seenField(field), String(now)] as const]),
    ],
    mine: [field, String(weight)],
  }
}

/** Closes a task with a note on what was agreed. */
async function closeTask(userApi: ApiClient, form: FormData): Promise<TodayDone> {
  const { task } = requireForm(form, TaskId)
  const shape = rowShape(TASK_SHAPE, task)
  const submission = parseForm(form, TaskForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(shape, submission) }
  const body = { staff_task: { state: 'done', choice: submission.value.choice } }
  const closed = await userApi.patch(`/v1/staff_tasks/${String(task)}`, StaffTaskReply, { body })
  if (closed.ok) return { to: '/staff' }
  return { status: closed.status, answer: refuseForm(shape, submission, closed) }
}
