import { z } from 'zod'
import { StaffMemberReply, StaffMembersReply } from '#contract/staff-member.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

const roleIdsIn = (form: FormData) =>
  form
    .getAll('role')
    .map(Number)
    .filter((id): id is 1 | 2 | 3 => id === 1 || id === 2 || id === 3)

/** Everybody with a role; `self` is who looks. */
export async function loadPeople({ userApi, visit }: StaffVisit) {
  const { staff_members: members } = requireData(await userApi.get('/v1/staff_members', StaffMembersReply))
  return { members, self: visit.user?.id ?? 0, zone: visit.brand.time_zone }
}

export interface PeopleAnswer {
  status: number
  /** What was wrong with the invitation, by the field's name. */
  problems: Record<string, string>
  failure: string | null
  typed: { email: string; first_name: string; last_name: string; roles: number[] }
}

/** What was done, for the page that comes next. */
export type PeopleFormResult = 'invited' | 'changed' | 'suspended' | 'restored' | 'reset'

/** Does what a button of the page asks for. */
export async function handlePeopleForm(
  { userApi }: StaffVisit,
  form: FormData,
): Promise<PeopleAnswer | PeopleFormResult> {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const roles = roleIdsIn(form)
  const typed = { email: text('email'), first_name: text('first_name'), last_name: text('last_name'), roles }
  const id = /^[1-9]\d{0,8}$/.test(text('id')) ? text('id') : '0'
  const path = `/v1/staff_members/${id}`
  const ask = () => {
    switch (text('intent')) {
      case 'invite': {
        const { email, first_name, last_name } = typed
        const body = { staff_member: { email, first_name, last_name, role_ids: roles } }
        return userApi.post('/v1/staff_members', StaffMemberReply, { body })
      }
      case 'suspend':
        return userApi.put(`${path}/suspension`, StaffMemberReply, { body: {} })
      case 'restore':
        return userApi.delete(`${path}/suspension`)
      case 'reset':
        return userApi.delete(`${path}/second_factor`)
      default:
        return userApi.patch(`/v1/users/${id}`, z.unknown(), { body: { user: { role_ids: roles } } })
    }
  }
  const done = await ask()
  if (done.ok) return DONE[text('intent')] ?? 'changed'
  const invites = text('intent') === 'invite'
  const named = Object.entries(done.errors).map(([name, [message]]) => [name.split('.')[0] ?? name, message])
  const problems = invites ? z.record(z.string(), z.string()).parse(Object.fromEntries(named)) : {}
  const failure = Object.keys(problems).length > 0 ? null : done.message
  return { status: done.status, problems, failure, typed }
}

const DONE: Readonly<Record<string, PeopleFormResult>> = {
  invite: 'invited',
  suspend: 'suspended',
  restore: 'restored',
  reset: 'reset',
}
