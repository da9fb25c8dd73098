import { secretsOf } from '#settings/key-ring.ts'
import { type ApiDeps } from '../../deps.ts'
import { recordProviderEvents } from './save-provider-events.ts'

export type ReceivedWebhook = { ok: true } | { ok: false; reason: 'bad_signature' }

/**
 * Receives an event of the payment provider: verifies its signature and records which object
 * changed. The worker reads the object itself, because events come late, twice and out of order.
 *
 * @param body the exact bytes that were sent, which the signature covers
 */
export async function receiveWebhook(
  deps: ApiDeps,
  body: string,
  signature: string,
): Promise<ReceivedWebhook> {
  const event = await readEvent(deps, body, signature, deps.clock.now())
  if (!event) return { ok: false, reason: 'bad_signature' }
  await recordProviderEvents(deps, [event])
  return { ok: true }
}

/** Tries each secret, because the provider signs with a former one for up to a day. */
async function readEvent(deps: ApiDeps, body: string, signature: string, now: Date) {
  let refused: unknown
  for (const secret of secretsOf(deps.settings.secrets.webhook)) {
    try {
      const { webhooks } = deps.stripe
      return await webhooks.constructEventAsync(body, signature, secret, 300, undefined, now.getTime())
    } catch (error) {
      refused = error
    }
  }
  deps.log.warn({ err: refused }, 'a webhook was refused')
  return undefined
}
