import { type Sandbox } from '#sandbox/create-sandbox.ts'
import { type Random } from '#api/platform/demo-season/random.ts'

type Release = NonNullable<Parameters<Sandbox['control']['webhooks']['release']>[0]>
type ProviderEvent = Parameters<Release>[0][number]

/** What became of the provider's events. */
export type EventFate = 'in time' | 'late' | 'twice' | 'lost' | 'out of order' | 'again with another state'

/**
 * The way of the provider's events to the shop: late, twice, out of order, not at all, and the same
 * event once more with another state, as no honest provider would send it.
 */
export interface EventChannel {
  /** Delivers what is due at this time. */
  deliver(now: Date): Promise<void>
  /** Delivers everything that is still on its way. */
  drain(): Promise<void>
}

export function createEventChannel(
  { control: { webhooks } }: Pick<Sandbox, 'control'>,
  { random, count }: { random: Random; count: (fate: EventFate) => void },
): EventChannel {
  const delayed: { event: ProviderEvent; until: Date }[] = []
  webhooks.hold()

  const fateOf = () =>
    random.weigh<EventFate>([
      ['in time', 70],
      ['late', 12],
      ['twice', 9],
      ['lost', 5],
      ['again with another state', 4],
    ])
  const arrange = (events: ProviderEvent[], now: Date): ProviderEvent[] => {
    const arriving = events.flatMap((event) => {
      const fate = fateOf()
      count(fate)
      if (fate === 'lost') return []
      if (fate === 'twice') return [event, event]
      if (fate === 'again with another state') return [event, withAnotherState(event)]
      if (fate === 'in time') return [event]
      delayed.push({ event, until: new Date(now.getTime() + random.between(2, 400) * 60_000) })
      return []
    })
    const due = delayed.filter(({ until }) => until <= now)
    for (const one of due) delayed.splice(delayed.indexOf(one), 1)
    const all = [...arriving, ...due.map(({ event }) => event)]
    if (all.length < 2 || !random.chance(0.3)) return all
    count('out of order')
    return all.reverse()
  }
  const send = async (how: Release) => {
    const sent = webhooks.release(how)
    webhooks.hold()
    await sent
    await webhooks.settled()
  }
  return {
    deliver: (now) => send((events) => arrange(events, now)),
    drain: () =>
      send((events) => [...events, ...delayed.splice(0, delayed.length).map(({ event }) => event)]),
  }
}

/** The same event once more, whose snapshot says that the opposite happened. */
function withAnotherState(event: ProviderEvent): ProviderEvent {
  const copy = structuredClone(event) as { data: { object: Record<string, unknown> } }
  const { object } = copy.data
  if (typeof object['status'] === 'string') {
    object['status'] = object['status'] === 'succeeded' ? 'canceled' : 'succeeded'
  }
  if (typeof object['amount'] === 'number') object['amount'] = object['amount'] + 100
  return copy as unknown as ProviderEvent
}
