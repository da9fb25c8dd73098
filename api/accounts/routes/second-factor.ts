import { createRoute } from '@hono/zod-openapi'
import {
  NewRecoveryCodesReply,
  RecoveryCodeRequest,
  RecoveryCodesReply,
  SecondFactorReply,
  SecondFactorRequest,
  SecondFactorSecretReply,
  SecondFactorStart,
} from '#contract/second-factor.ts'
import { createRouter, type SignedInCaller } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { adoptGuestOrder } from '../../orders/adopt-guest-order.ts'
import { turnOffSecondFactor } from '../end-second-factor.ts'
import {
  presentSecondFactor,
  readSecondFactor,
  showSecondFactor,
  startSecondFactor,
} from '../second-factor.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { makeRecoveryCodes, readRecoveryCodes, useRecoveryCode } from '../recovery-codes.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const path = '/v1/second_factor'
const read = createRoute({
  method: 'get',
  path,
  summary: 'Whether the caller needs a second factor, has one, and has entered it in this session',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The second factor', SecondFactorReply) },
})
const start = createRoute({
  method: 'post',
  path,
  summary: 'Create the secret for an authenticator app, for accounts that have none yet',
  description:
    'Staff need an app for their role and send no body. Customers who want a second factor send ' +
    'their password.',
  middleware: [requireCaller] as const,
  request: { body: { required: false, content: { 'application/json': { schema: SecondFactorStart } } } },
  responses: { 201: jsonReply('The secret, shown only once', SecondFactorSecretReply) },
})
const show = createRoute({
  method: 'put',
  path,
  summary: 'Enter a code of the app, which gives this session the caller’s roles or opens it',
  description:
    'The first code of a customer’s app turns it on: from then on each log-in asks for one, and all other ' +
    'sessions end.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(SecondFactorRequest) },
  responses: { 200: jsonReply('The second factor', SecondFactorReply) },
})
const turnOff = createRoute({
  method: 'delete',
  path,
  summary: 'Turn off the second factor of a customer, soon after a code was entered; a mail says so',
  middleware: [requireCaller] as const,
  responses: { 204: { description: 'Turned off, with its recovery codes' } },
})
const codesPath = `${path}/recovery_codes`
const readCodes = createRoute({
  method: 'get',
  path: codesPath,
  summary: 'How many recovery codes the caller has left',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The number of codes', RecoveryCodesReply) },
})
const makeCodes = createRoute({
  method: 'post',
  path: codesPath,
  summary: 'Create ten recovery codes in place of all earlier ones, for whoever is without the phone',
  description: 'Each opens one session, in place of a code of the app. A mail says that they were made.',
  middleware: [requireCaller] as const,
  responses: { 201: jsonReply('The codes, shown only once', NewRecoveryCodesReply) },
})
const useCode = createRoute({
  method: 'put',
  path: codesPath,
  summary: 'Enter a recovery code in place of a code of the app; it counts once, and a mail says so',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(RecoveryCodeRequest) },
  responses: { 200: jsonReply('The second factor', SecondFactorReply) },
})

/** Recovery codes belong to whoever has shown a second factor in this session. */
function findUnproven({ provedAt, session }: SignedInCaller): 'forbidden' | 'factor_missing' | undefined {
  if (provedAt !== undefined) return undefined
  return session && session.roles.length > 0 ? 'forbidden' : 'factor_missing'
}

export const secondFactor = createRouter()
  .openapi(read, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    const { session } = c.get('signedIn')
    return c.json({ second_factor: presentSecondFactor(c.get('deps'), session) }, 200)
  })
  .openapi(start, async (c) => {
    const { second_factor: sent } = c.req.valid('json')
    const start = { password: sent?.password, shopUrl: sent?.shop_url }
    const started = await startSecondFactor(c.get('deps'), c.get('signedIn'), start)
    if (!started.ok) return refuse(c, started.reason)
    c.header('Cache-Control', 'private, no-store')
    return c.json({ second_factor: { secret: started.secret, uri: started.uri } }, 201)
  })
  .openapi(show, async (c) => {
    const { second_factor: sent, guest_token: guestToken } = c.req.valid('json')
    const caller = c.get('signedIn')
    const shown = await showSecondFactor(c.get('deps'), caller, sent.code, auditBy(c))
    if (!shown.ok) return refuse(c, shown.reason)
    if (guestToken !== undefined) await adoptGuestOrder(c.get('deps'), guestToken, caller.sessionId)
    return c.json({ second_factor: await readSecondFactor(c.get('deps'), c.get('signedIn')) }, 200)
  })
  .openapi(turnOff, async (c) => {
    const caller = c.get('signedIn')
    if (findUnproven(caller) === 'factor_missing') return refuse(c, 'factor_missing')
    const off = await turnOffSecondFactor(c.get('deps'), caller, auditBy(c))
    return off.ok ? c.body(null, 204) : refuse(c, off.reason)
  })
  .openapi(readCodes, async (c) => {
    const why = findUnproven(c.get('signedIn'))
    if (why) return refuse(c, why)
    c.header('Cache-Control', 'private, no-store')
    const { database } = c.get('deps')
    return c.json({ recovery_codes: await readRecoveryCodes(database.db, c.get('signedIn').userId) }, 200)
  })
  .openapi(makeCodes, async (c) => {
    const why = findUnproven(c.get('signedIn'))
    if (why) return refuse(c, why)
    const made = await makeRecoveryCodes(c.get('deps'), c.get('signedIn'), auditBy(c))
    if (!made.ok) return refuse(c, made.reason)
    c.header('Cache-Control', 'private, no-store')
    return c.json({ recovery_codes: { codes: made.codes } }, 201)
  })
  .openapi(useCode, async (c) => {
    const { recovery_code: sent, guest_token: guestToken } = c.req.valid('json')
    const caller = c.get('signedIn')
    const used = await useRecoveryCode(c.get('deps'), caller, sent.recovery_code, auditBy(c))
    if (!used.ok) return refuse(c, used.reason)
    if (guestToken !== undefined) await adoptGuestOrder(c.get('deps'), guestToken, caller.sessionId)
    return c.json({ second_factor: await readSecondFactor(c.get('deps'), c.get('signedIn')) }, 200)
  })
