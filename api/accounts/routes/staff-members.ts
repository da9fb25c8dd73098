import { createRoute } from '@hono/zod-openapi'
import { StaffInvitationRequest, StaffMemberReply, StaffMembersReply } from '#contract/staff-member.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { resetSecondFactor, suspendStaff } from '../staff/change-staff.ts'
import { inviteStaff } from '../staff/invite-staff.ts'
import { listStaff } from '../staff/list-staff.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, IdQuery, filterRequestedRows } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const path = '/v1/staff_members'

const list = createRoute({
  method: 'get',
  path,
  request: { query: IdQuery },
  summary: 'Everybody with a role; admins only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('Staff', StaffMembersReply) },
})
const invite = createRoute({
  method: 'post',
  path,
  summary: 'Give somebody roles, and mail them the way in; admins only',
  description: 'Again while the invitation was not taken up: it is mailed again, with the roles said now.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(StaffInvitationRequest) },
  responses: { 201: jsonReply('Who was invited', StaffMemberReply) },
})
const suspend = createRoute({
  method: 'put',
  path: `${path}/{id}/suspension`,
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  summary: 'Somebody with a role logs in no more, and all their sessions end; admins only, nobody themselves',
  responses: { 200: jsonReply('Who is suspended', StaffMemberReply) },
})
const restore = createRoute({
  method: 'delete',
  path: `${path}/{id}/suspension`,
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  summary: 'They may log in again; admins only',
  responses: { 204: { description: 'They may' } },
})
const reset = createRoute({
  method: 'delete',
  path: `${path}/{id}/second_factor`,
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  summary: 'Take a lost authenticator app away; admins only, nobody their own',
  description:
    'All sessions of that person end, and a mail tells them. The next sign-in sets up another app.',
  responses: { 204: { description: 'It is gone' } },
})

export const staffMembers = createRouter()
  .openapi(list, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    const members = await listStaff(c.get('deps').database.db)
    return c.json({ staff_members: filterRequestedRows(members, c.req.valid('query')) }, 200)
  })
  .openapi(invite, async (c) => {
    const invited = await inviteStaff(c.get('deps'), c.req.valid('json').staff_member, auditBy(c))
    if (invited.ok) return c.json({ staff_member: invited.member }, 201)
    return invited.reason === 'invalid' ? refuseFields(c, invited.fields) : refuse(c, invited.reason)
  })
  .openapi(suspend, async (c) => {
    const done = await suspendStaff(c.get('deps'), findId(c.req.valid('param').id) ?? 0, true, auditBy(c))
    return done.ok ? c.json({ staff_member: done.member }, 200) : refuse(c, done.reason)
  })
  .openapi(restore, async (c) => {
    const done = await suspendStaff(c.get('deps'), findId(c.req.valid('param').id) ?? 0, false, auditBy(c))
    return done.ok ? c.body(null, 204) : refuse(c, done.reason)
  })
  .openapi(reset, async (c) => {
    const done = await resetSecondFactor(c.get('deps'), findId(c.req.valid('param').id) ?? 0, auditBy(c))
    return done.ok ? c.body(null, 204) : refuse(c, done.reason)
  })
