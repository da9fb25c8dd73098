import { type SandboxEvent } from '../store/kinds.ts'
import { ASYNCHRONOUS_COMMIT, type Query } from '../store/query.ts'
import { signPayload } from './sign-payload.ts'

export interface Webhook {
  secret: string
  /** @throws When the receiver refuses the event, which then stays pending. */
  deliver(body: string, signature: string): Promise<void>
}

export interface Deliveries {
  /** Sends events in order after the current request; `hold` delays them. */
  enqueue(events: SandboxEvent[]): void
  /** Resends the pending events. */
  deliverPending(): Promise<void>
  redeliver(eventId: string): Promise<void>
  hold(): void
  held(): SandboxEvent[]
  /** Sends the held events as `arrange` returns them: reordered, repeated or dropped. */
  release(arrange?: (events: SandboxEvent[]) => SandboxEvent[]): Promise<void>
  /** Waits until all deliveries have ended. */
  settled(): Promise<void>
  /** The errors of refused deliveries. */
  failures(): unknown[]
}

const OLDEST_SECONDS = 3 * 86_400
/** The number of refusals after which an event is abandoned. */
const MOST_REFUSALS = 10

export function openDeliveries(deps: { query: Query; now: () => Date; webhook: Webhook }): Deliveries {
  const { query, webhook } = deps
  const seconds = () => Math.floor(deps.now().getTime() / 1000)
  let heldBack: SandboxEvent[] | undefined
  let tail = Promise.resolve()
  const failed: unknown[] = []

  async function deliver(event: SandboxEvent): Promise<void> {
    const body = JSON.stringify(event, null, 2)
    try {
      await webhook.deliver(body, signPayload(body, webhook.secret, seconds()))
      await query(
        `update sandbox.objects set version = version + 1, data = jsonb_set(data, '{pending_webhooks}',
          '0') where id = $1 and ${ASYNCHRONOUS_COMMIT}`,
        [event.id],
      )
    } catch (error) {
      failed.push(error)
      // If the database is unavailable too, the event stays pending and the refusal is not counted.
      await query(
        `update sandbox.objects set hidden = jsonb_build_object('refused',
          coalesce((hidden->>'refused')::integer, 0) + 1) where id = $1`,
        [event.id],
      ).catch((unwritten: unknown) => failed.push(unwritten))
    }
  }
  function send(events: SandboxEvent[]): Promise<void> {
    for (const event of events) {
      // A separate turn of the event loop sends the response that caused the event first.
      tail = tail.then(() => new Promise<void>((done) => setImmediate(done))).then(() => deliver(event))
    }
    return tail
  }
  const readEvents = async (condition: string, value: unknown) => {
    const { rows } = await query(
      `select data from sandbox.objects where type = 'event' and ${condition} order by seq`,
      [value],
    )
    return rows.map((row) => row.data as SandboxEvent)
  }
  return {
    enqueue(events) {
      if (heldBack) heldBack.push(...events)
      else void send(events)
    },
    async deliverPending() {
      await tail
      if (heldBack) return
      await send(
        await readEvents(
          `data->>'pending_webhooks' = '1' and coalesce((hidden->>'refused')::integer, 0) < ` +
            `${String(MOST_REFUSALS)} and created > $1`,
          seconds() - OLDEST_SECONDS,
        ),
      )
    },
    redeliver: async (id) => send(await readEvents('id = $1', id)),
    hold() {
      heldBack ??= []
    },
    held: () => [...(heldBack ?? [])],
    release(arrange = (events) => events) {
      const events = heldBack ?? []
      heldBack = undefined
      return send(arrange(events))
    },
    async settled() {
      let seen
      do {
        seen = tail
        await seen
      } while (seen !== tail)
    },
    failures: () => failed,
  }
}
