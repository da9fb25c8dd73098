import { webhookInbox } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'

export type ReceivedWebhook = { ok: true } | { ok: false; reason: 'bad_signature' }

/**
 * Takes an event of the payment provider: checks whose it is and notes that something happened to an object. What
 * happened is read afresh by the worker, because events come late, twice and out of order.
 *
 * @param body exactly as it came in; one changed byte breaks the signature
 */
export async function receiveWebhook(
  deps: ApiDeps,
  body: string,
  signature: string,
): Promise<ReceivedWebhook> {
  const now = deps.clock.now()
  const event = await readEvent(deps, body, signature, now)
  if (!event) return { ok: false, reason: 'bad_signature' }
  const object: unknown = event.data.object
  await deps.database.db.transaction(async (tx) => {
    const [noted] = await tx
      .insert(webhookInbox)
      .values({
        eventId: event.id,
        type: event.type,
        objectId: idOf(object),
        receivedAt: now,
        nextTryAt: now,
      })
      .onConflictDoNothing({ target: webhookInbox.eventId })
      .returning({ eventId: webhookInbox.eventId })
    if (noted) await deps.jobs?.enqueue(tx, 'webhooks')
  })
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

function idOf(object: unknown): string | null {
  if (typeof object !== 'object' || object === null || !('id' in object)) return null
  return typeof object.id === 'string' ? object.id : null
}
