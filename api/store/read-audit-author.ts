import { type Context } from 'hono'
import { type ApiEnv, type SignedInCaller } from '../http/http.ts'
import { type AuditBy } from './write-audit.ts'

/** Who calls, for the audit log. */
export function auditBy(c: Context<ApiEnv & { Variables: { signedIn: SignedInCaller } }>): AuditBy {
  const { userId, apiKey } = c.get('signedIn')
  return { userId, at: c.get('deps').clock.now(), requestId: c.get('requestId'), apiKeyId: apiKey?.id }
}
