import { z } from 'zod'
import { DrawerCountRequest, DrawerReply } from '#contract/counter.ts'
import { Id } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../../ui/form/read-form.server.ts'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { COUNT_DRAWER_SHAPE, OPEN_DRAWER_SHAPE } from './drawer-forms.ts'

type Staff = Pick<StaffVisit, 'userApi'>
type DrawerRefusal = { status: number; answer: FormAnswer }

const DrawerButtons = z.object({ intent: z.enum(['open', 'count']) })
const OpenForm = z.object({ opening: TypedDollars })
const CountForm = DrawerCountRequest.shape.drawer.extend({ counted: TypedDollars })

/** Opens a cash drawer, or counts and closes it; returns only the refusal. */
export function changeDrawer(staff: Staff, form: FormData): Promise<DrawerRefusal | undefined> {
  return requireForm(form, DrawerButtons).intent === 'count'
    ? countDrawer(staff, form)
    : openDrawer(staff, form)
}

async function openDrawer({ userApi }: Staff, form: FormData): Promise<DrawerRefusal | undefined> {
  const submission = parseForm(form, OpenForm)
  if (submission.status !== 'success')
    return { status: 422, answer: refuseForm(OPEN_DRAWER_SHAPE, submission) }
  const opened = await userApi.post('/v1/drawers', DrawerReply, { body: { drawer: submission.value } })
  if (opened.ok) return undefined
  return { status: opened.status, answer: refuseForm(OPEN_DRAWER_SHAPE, submission, opened) }
}

async function countDrawer({ userApi }: Staff, form: FormData): Promise<DrawerRefusal | undefined> {
  const { drawer } = requireForm(form, z.object({ drawer: Id }))
  const submission = parseForm(form, CountForm)
  if (submission.status !== 'success')
    return { status: 422, answer: refuseForm(COUNT_DRAWER_SHAPE, submission) }
  const path = `/v1/drawers/${String(drawer)}/count`
  const counted = await userApi.post(path, DrawerReply, { body: { drawer: submission.value } })
  if (counted.ok) return undefined
  return { status: counted.status, answer: refuseForm(COUNT_DRAWER_SHAPE, submission, counted) }
}
