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

async function readEvent(deps: ApiDeps, body: string, signature: string, now: Date) {
  try {
    const { stripe, settings } = deps
    const at = now.getTime()
    return await stripe.webhooks.constructEventAsync(
      body,
      signature,
      settings.secrets.webhook,
      300,
      undefined,
      at,
    )
  } catch (error) {
    deps.log.warn({ err: error }, 'a webhook was refused')
    return undefined
  }
}
