import { createRoute, z } from '@hono/zod-openapi'
import {
  AccountExportReply,
  AccountSessionsReply,
  EmailChangeReply,
  EmailChangeRequest,
  ErasureReply,
  ErasureRequest,
  PasswordUpdate,
  UserUpdate,
} from '#contract/account.ts'
import { UserReply } from '#contract/people.ts'
import { createRouter } from '../../http/http.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { endAccountSession, endAllSessions, listAccountSessions } from '../account-sessions.ts'
import { changePassword } from '../change-password.ts'
import { eraseAccount } from '../erase-account.ts'
import { exportAccount } from '../export-account.ts'
import { loadErasure } from '../load-erasure.ts'
import { requestEmailChange } from '../request-email-change.ts'
import { readUser } from '../read-user.ts'
import { updateUser } from '../update-user.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { filterRequestedRows, uuidFilter } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const ownUser = readOnlyFields('user', UserUpdate.shape.user, async (c) => {
  const found = await readUser(c.get('deps'), c.get('signedIn'))
  return found.ok ? found.user : undefined
})
const update = createRoute({
  method: 'patch',
  path: '/v1/users/me',
  summary: 'Another name or phone; what is left out stays',
  middleware: [requireCaller, ownUser] as const,
  request: { body: jsonBody(UserUpdate) },
  responses: { 200: jsonReply('The account', UserReply) },
})
const password = createRoute({
  method: 'put',
  path: '/v1/users/me/password',
  summary: 'Another password, by whoever knows the old one; every other session ends',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(PasswordUpdate) },
  responses: { 204: { description: 'The password is changed' } },
})
const changeEmail = createRoute({
  method: 'post',
  path: '/v1/email_changes',
  summary: 'Mail a link to the address that is to become the account’s',
  description:
    'Answers the same whether or not somebody has that address. `PUT /v1/email_proofs/{token}` ' +
    'with it changes the account; the old mailbox is told.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(EmailChangeRequest) },
  responses: { 201: jsonReply('The mail is on its way', EmailChangeReply) },
})
const sessions = createRoute({
  method: 'get',
  path: '/v1/sessions',
  summary: 'Where the account is logged in, last used first',
  middleware: [requireCaller] as const,
  request: { query: z.object(uuidFilter) },
  responses: { 200: jsonReply('The sessions', AccountSessionsReply) },
})
const endSession = createRoute({
  method: 'delete',
  path: '/v1/sessions/{id}',
  summary: 'Log one browser out',
  middleware: [requireCaller] as const,
  request: { params: z.object({ id: z.string().max(60) }) },
  responses: { 204: { description: 'It is logged out' } },
})
const endSessions = createRoute({
  method: 'delete',
  path: '/v1/sessions',
  summary: 'Log out everywhere, here too',
  middleware: [requireCaller] as const,
  responses: { 204: { description: 'Every session of the account is over' } },
})
const exported = createRoute({
  method: 'get',
  path: '/v1/users/me/export',
  summary: 'Everything held about the account',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('All of it', AccountExportReply) },
})
const readErasure = createRoute({
  method: 'get',
  path: '/v1/users/me/erasure',
  summary: 'What stands against erasing the account, and what would be lost',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('What there is to know before', ErasureReply) },
})
const erase = createRoute({
  method: 'post',
  path: '/v1/users/me/erasure',
  summary: 'Erase everything personal, for good',
  description:
    'Refused while a paid flight lies ahead or a payment is under way; credit, vouchers and ' +
    'gift cards are given up with `give_up_value` only. Memberships end at once.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(ErasureRequest) },
  responses: { 204: { description: 'Erased; every token of the account is refused from now on' } },
})

const Uuid = z.uuid()

export const account = createRouter()
  .openapi(update, async (c) => {
    const result = await updateUser(c.get('deps'), c.get('signedIn'), c.req.valid('json').user)
    if (result.ok) return c.json({ user: result.user }, 200)
    return 'fields' in result ? refuseFields(c, result.fields) : refuse(c, result.reason)
  })
  .openapi(password, async (c) => {
    const { user, redirect_uri: redirectUri } = c.req.valid('json')
    const change = { oldPassword: user.old_password, password: user.password, redirectUri }
    const result = await changePassword(c.get('deps'), c.get('signedIn'), change)
    return result.ok ? c.body(null, 204) : refuse(c, result.reason)
  })
  .openapi(changeEmail, async (c) => {
    const { email, password: own, redirect_uri: redirectUri } = c.req.valid('json').email_change
    const input = { email, password: own, redirectUri }
    const result = await requestEmailChange(c.get('deps'), c.get('signedIn'), input)
    return result.ok ? c.json({ email_change: { email } }, 201) : refuse(c, result.reason)
  })
  .openapi(sessions, async (c) => {
    const { database, clock } = c.get('deps')
    const all = await listAccountSessions(database.db, c.get('signedIn'), clock.now())
    return c.json({ sessions: filterRequestedRows(all, c.req.valid('query')) }, 200)
  })
  .openapi(endSession, async (c) => {
    const id = Uuid.safeParse(c.req.valid('param').id)
    if (!id.success) return refuse(c, 'not_found')
    const result = await endAccountSession(c.get('deps'), c.get('signedIn'), id.data)
    return result.ok ? c.body(null, 204) : refuse(c, result.reason)
  })
  .openapi(endSessions, async (c) => {
    await endAllSessions(c.get('deps'), c.get('signedIn'))
    return c.body(null, 204)
  })
  .openapi(exported, async (c) => {
    const result = await exportAccount(c.get('deps'), c.get('signedIn'))
    return result.ok ? c.json({ export: result.export }, 200) : refuse(c, result.reason)
  })
  .openapi(readErasure, async (c) => {
    const { database, clock } = c.get('deps')
    return c.json({ erasure: await loadErasure(database.db, c.get('signedIn'), clock.now()) }, 200)
  })
  .openapi(erase, async (c) => {
    const { password: own, give_up_value: giveUpValue = false } = c.req.valid('json').erasure
    const input = { password: own, giveUpValue }
    const result = await eraseAccount(c.get('deps'), c.get('signedIn'), input)
    return result.ok ? c.body(null, 204) : refuse(c, result.reason)
  })
