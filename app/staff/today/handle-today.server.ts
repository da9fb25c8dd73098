import { z } from 'zod'
import { ApprovalReply } from '#contract/approval.ts'
import { StaffTaskReply, StaffTaskRequest, PassengerCorrectionRequest } from '#contract/passenger.ts'
import { Id } from '#contract/primitives.ts'
import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent, listSentTexts } from '../../ui/form/sent-values.server.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { APPROVAL_SHAPE, PILOT_TASK_SHAPE, STEP_SHAPE, TASK_SHAPE, weightsShape } from './task-form.ts'

/** What an act led to: the address that shows it, or the refusal. */
export type TodayDone = { to: string } | { status: number; answer: FormAnswer }

const Intent = z.object({
  intent: z.enum(['pilot', 'delay', 'weights', 'undo_pilot', 'undo_delay', 'approve', 'refuse']),
})
const OnApproval = z.object({ approval: Id })
const OnFlight = z.object({ flight: Id })
const CHOOSE_PILOT = 'Please choose a pilot.'
const PilotForm = z.object({
  pilot_id: z.number({ error: CHOOSE_PILOT }).int(CHOOSE_PILOT).positive(CHOOSE_PILOT),
})
const PilotWas = z.object({ pilot_was: Id })
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
      return setPilot(userApi, flight, form)
    case 'weights':
      return saveWeights(userApi, flight, form)
    case 'delay':
      return changeFlight(userApi, flight, { status: 'delayed' }, `/staff?delayed=${String(flight)}`)
    case 'undo_delay':
      return changeFlight(userApi, flight, { status: 'scheduled' }, '/staff')
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

async function setPilot(userApi: ApiClient, flight: number, form: FormData): Promise<TodayDone> {
  const shape = rowShape(PILOT_TASK_SHAPE, flight)
  const submission = parseForm(form, PilotForm)
  if (submission.status !== 'success') return { status: 422, answer: refuseForm(shape, submission) }
  const body = { flight: submission.value }
  const set = await userApi.patch(`/v1/flights/${String(flight)}`, z.unknown(), { body })
  if (set.ok) return { to: `/staff?pilot=${String(flight)}` }
  return { status: set.status, answer: refuseForm(shape, submission, set) }
}

const FlightPilot = z.object({ flight: z.object({ pilot_id: Id.nullable() }) })

/** Takes only the own choice back: somebody else may have set another pilot meanwhile. */
async function takePilotBack(userApi: ApiClient, flight: number, form: FormData): Promise<TodayDone> {
  const { pilot_was: was } = requireForm(form, PilotWas)
  const now = await userApi.get(`/v1/flights/${String(flight)}`, FlightPilot)
  if (now.ok && now.data.flight.pilot_id !== was) return { to: '/staff' }
  return changeFlight(userApi, flight, { pilot_id: null }, '/staff')
}

async function changeFlight(
  userApi: ApiClient,
  flight: number,
  change: { status: 'delayed' | 'scheduled' } | { pilot_id: null },
  to: string,
): Promise<TodayDone> {
  const done = await userApi.patch(`/v1/flights/${String(flight)}`, z.unknown(), { body: { flight: change } })
  if (done.ok) return { to }
  const submission = parseForm(new FormData(), z.object({}))
  return { status: done.status, answer: refuseForm(rowShape(STEP_SHAPE, flight), submission, done) }
}

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
  for (const { field, order, passenger, weight } of typed) {
    const path = `/v1/orders/${order}/passengers/${passenger}`
    const saved = await userApi.patch(path, z.unknown(), { body: { passenger: { weight } } })
    if (saved.ok) continue
    const errors = { [field]: Object.values(saved.errors ?? {}).flat() }
    return { status: saved.status, answer: refuseForm(shape, submission, { ...saved, errors }) }
  }
  return { to: `/staff?weights=${String(flight)}` }
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
