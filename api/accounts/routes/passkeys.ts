import { createRoute } from '@hono/zod-openapi'
import {
  NewPasskeyRequest,
  PasskeyChallengeReply,
  PasskeyChallengeRequest,
  PasskeyReply,
  PasskeysReply,
  PasskeyUseRequest,
} from '#contract/passkey.ts'
import { JwtReply } from '#contract/people.ts'
import { SecondFactorReply } from '#contract/second-factor.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { describeDevice } from '../../rules/access/describe-device.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { makePasskeyChallenge } from '../passkey-challenges.ts'
import { listPasskeys, registerPasskey, removePasskey, showPasskey, signInWithPasskey } from '../passkeys.ts'
import { refuse } from '../refusals.ts'
import { readSecondFactor } from '../second-factor.ts'

const path = '/v1/passkeys'
const list = createRoute({
  method: 'get',
  path,
  summary: 'List the caller’s passkeys',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('Passkeys', PasskeysReply) },
})
const register = createRoute({
  method: 'post',
  path,
  summary: 'Keep a new passkey, made for a challenge of this session; a mail says so',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(NewPasskeyRequest) },
  responses: { 201: jsonReply('The passkey', PasskeyReply) },
})
const remove = createRoute({
  method: 'delete',
  path: `${path}/{id}`,
  summary: 'Remove a passkey of one’s own; a mail says so',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 204: { description: 'Removed' } },
})
const challenge = createRoute({
  method: 'post',
  path: '/v1/passkey_challenges',
  summary: 'Create a challenge for a passkey: it is answered once, within five minutes',
  request: { body: jsonBody(PasskeyChallengeRequest) },
  responses: { 201: jsonReply('Options for navigator.credentials', PasskeyChallengeReply) },
})
const show = createRoute({
  method: 'put',
  path: '/v1/second_factor/passkey',
  summary: 'Use a passkey in place of a code of the app, which gives this session the caller’s roles',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(PasskeyUseRequest) },
  responses: { 200: jsonReply('The second factor', SecondFactorReply) },
})
const signIn = createRoute({
  method: 'post',
  path: '/v1/user_token/passkey',
  summary: 'Log in with a passkey alone; it counts as password and second factor',
  request: { body: jsonBody(PasskeyUseRequest) },
  responses: { 201: jsonReply('A token', JwtReply) },
})

export const passkeys = createRouter()
  .openapi(list, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json({ passkeys: await listPasskeys(c.get('deps').database.db, c.get('signedIn').userId) }, 200)
  })
  .openapi(register, async (c) => {
    const made = await registerPasskey(
      c.get('deps'),
      c.get('signedIn'),
      c.req.valid('json').passkey,
      auditBy(c),
    )
    return made.ok ? c.json({ passkey: made.passkey }, 201) : refuse(c, made.reason)
  })
  .openapi(remove, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const done = await removePasskey(c.get('deps'), c.get('signedIn'), id, auditBy(c))
    return done.ok ? c.body(null, 204) : refuse(c, done.reason)
  })
  .openapi(challenge, async (c) => {
    const caller = c.get('caller')
    const known = caller.kind === 'customer' ? caller : undefined
    const { purpose } = c.req.valid('json').passkey_challenge
    const made = await makePasskeyChallenge(c.get('deps'), known, purpose)
    if (!made.ok) return refuse(c, made.reason)
    c.header('Cache-Control', 'private, no-store')
    return c.json({ passkey_challenge: { options: made.options } }, 201)
  })
  .openapi(show, async (c) => {
    const { credential } = c.req.valid('json').passkey
    const shown = await showPasskey(c.get('deps'), c.get('signedIn'), credential)
    if (!shown.ok) return refuse(c, shown.reason)
    return c.json({ second_factor: await readSecondFactor(c.get('deps'), c.get('signedIn')) }, 200)
  })
  .openapi(signIn, async (c) => {
    const device = describeDevice(c.req.header('User-Agent'))
    const result = await signInWithPasskey(c.get('deps'), c.req.valid('json').passkey.credential, device)
    return result.ok ? c.json({ jwt: result.jwt }, 201) : refuse(c, result.reason)
  })
