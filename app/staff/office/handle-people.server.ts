import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { StaffInvitationRequest, StaffMemberReply, StaffMembersReply } from '#contract/staff-member.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { INVITE_SHAPE, LIMIT_SHAPE } from './invite-form.ts'

const { staff_member: Invitation } = StaffInvitationRequest.shape
const PeopleButtons = z.object({
  intent: z.enum(['invite', 'roles', 'limit', 'suspend', 'restore', 'reset']),
  id: Id.optional(),
})
/** No check box means no role. */
const RolesForm = z.object({ role_ids: z.array(Invitation.shape.role_ids.element) })

/** Empty for the limit of everybody. */
const LimitForm = z.object({ staff_limit: TypedDollars.optional() })

const DoneQuery = z.object({
  done: z.string().catch(''),
  id: z.coerce.number().int().nullable().catch(null),
})

/** Everybody with a role; `self` is the caller's id. */
export async function loadPeople({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const { staff_members: members } = requireData(await userApi.get('/v1/staff_members', StaffMembersReply))
  const { done, id } = DoneQuery.parse(Object.fromEntries(query))
  return {
    members,
    self: visit.user?.id ?? 0,
    zone: visit.brand.time_zone,
    done: done === '' ? null : { what: done, id },
  }
}

export interface PeopleAnswer {
  status: number
  /** The refused invitation. */
  invitation?: FormAnswer
  /** The refused limit of somebody. */
  limit?: FormAnswer
  /** The reason why a button did nothing. */
  failure: string | null
}

/** What the form did, for the message on the next page. */
export interface PeopleDone {
  to: string
}

const doneAt = (what: string, id?: number): PeopleDone => ({
  to: `/staff/people?done=${what}${id === undefined ? '' : `&id=${String(id)}`}`,
})

/** Handles the pressed button of the page. */
export async function handlePeopleForm(
  staff: StaffVisit,
  form: FormData,
): Promise<PeopleAnswer | PeopleDone> {
  const { intent, id = 0 } = requireForm(form, PeopleButtons)
  if (intent === 'invite') return invite(staff, form)
  if (intent === 'limit') return setLimit(staff, id, form)
  const { userApi } = staff
  const path = `/v1/staff_members/${String(id)}`
  const ask = () => {
    switch (intent) {
      case 'suspend':
        return userApi.put(`${path}/suspension`, StaffMemberReply, { body: {} })
      case 'restore':
        return userApi.delete(`${path}/suspension`)
      case 'reset':
        return userApi.delete(`${path}/second_factor`)
      case 'roles': {
        const { role_ids } = requireForm(form, RolesForm)
        return userApi.patch(`/v1/users/${String(id)}`, z.unknown(), { body: { user: { role_ids } } })
      }
    }
  }
  const done = await ask()
  return done.ok ? doneAt(DONE[intent], id) : { status: done.status, failure: done.message }
}

/** Sets what somebody may give before a second person has to approve. */
async function setLimit(
  { userApi }: StaffVisit,
  id: number,
  form: FormData,
): Promise<PeopleAnswer | PeopleDone> {
  const submission = parseForm(form, LimitForm)
  const refuse = (status: number, why?: Refusal): PeopleAnswer => ({
    status,
    limit: refuseForm(rowShape(LIMIT_SHAPE, id), submission, why),
    failure: null,
  })
  if (submission.status !== 'success') return refuse(422)
  const { staff_limit = null } = submission.value
  const body = { user: { staff_limit } }
  const set = await userApi.patch(`/v1/users/${String(id)}`, z.unknown(), { body })
  return set.ok ? doneAt('limited', id) : refuse(set.status, set)
}

async function invite({ userApi }: StaffVisit, form: FormData): Promise<PeopleAnswer | PeopleDone> {
  const submission = parseForm(form, Invitation)
  const refuse = (status: number, why?: Refusal): PeopleAnswer => ({
    status,
    invitation: refuseForm(INVITE_SHAPE, submission, why),
    failure: null,
  })
  if (submission.status !== 'success') return refuse(422)
  const body = { staff_member: submission.value }
  const invited = await userApi.post('/v1/staff_members', StaffMemberReply, { body })
  return invited.ok ? doneAt('invited') : refuse(invited.status, invited)
}

const DONE = {
  roles: 'changed',
  suspend: 'suspended',
  restore: 'restored',
  reset: 'reset',
} as const
