import { createRoute } from '@hono/zod-openapi'
import {
  NewRecoveryCodesReply,
  RecoveryCodeRequest,
  RecoveryCodesReply,
  SecondFactorReply,
  SecondFactorRequest,
  SecondFactorSecretReply,
} from '#contract/second-factor.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
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
  summary: 'Create the secret for an authenticator app, for accounts with a role and no app yet',
  middleware: [requireCaller] as const,
  responses: { 201: jsonReply('The secret, shown only once', SecondFactorSecretReply) },
})
const show = createRoute({
  method: 'put',
  path,
  summary: 'Enter a code of the app, which gives this session the caller’s roles',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(SecondFactorRequest) },
  responses: { 200: jsonReply('The second factor', SecondFactorReply) },
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
  summary: 'Create ten recovery codes in place of all earlier ones, for staff without their phone',
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

export const secondFactor = createRouter()
  .openapi(read, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    const { session } = c.get('signedIn')
    return c.json({ second_factor: presentSecondFactor(c.get('deps'), session) }, 200)
  })
  .openapi(start, async (c) => {
    const started = await startSecondFactor(c.get('deps'), c.get('signedIn'))
    if (!started.ok) return refuse(c, started.reason)
    c.header('Cache-Control', 'private, no-store')
    return c.json({ second_factor: { secret: started.secret, uri: started.uri } }, 201)
  })
  .openapi(show, async (c) => {
    const shown = await showSecondFactor(
      c.get('deps'),
      c.get('signedIn'),
      c.req.valid('json').second_factor.code,
    )
    if (!shown.ok) return refuse(c, shown.reason)
    return c.json({ second_factor: await readSecondFactor(c.get('deps'), c.get('signedIn')) }, 200)
  })
  .openapi(readCodes, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    const { database } = c.get('deps')
    return c.json({ recovery_codes: await readRecoveryCodes(database.db, c.get('signedIn').userId) }, 200)
  })
  .openapi(makeCodes, async (c) => {
    const made = await makeRecoveryCodes(c.get('deps'), c.get('signedIn'), auditBy(c))
    if (!made.ok) return refuse(c, made.reason)
    c.header('Cache-Control', 'private, no-store')
    return c.json({ recovery_codes: { codes: made.codes } }, 201)
  })
  .openapi(useCode, async (c) => {
    const { recovery_code: typed } = c.req.valid('json').recovery_code
    const used = await useRecoveryCode(c.get('deps'), c.get('signedIn'), typed, auditBy(c))
    if (!used.ok) return refuse(c, used.reason)
    return c.json({ second_factor: await readSecondFactor(c.get('deps'), c.get('signedIn')) }, 200)
  })
