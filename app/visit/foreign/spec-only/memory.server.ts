import { type LooseObject } from '../loose-values.server.ts'

export interface SeatName {
  full_name: string
  weight?: number | null | undefined
}

/** An order placed for a visitor: what its service cannot tell afterwards. */
export interface PlacedOrder {
  id: number
  /** The cart it was made from: the same one again is the same order, as long as it is unpaid. */
  cart: string
  /** What the service asks for it; undefined where its answer names no sum. */
  total: number | undefined
  passengers: SeatName[]
  paid: boolean
}

/**
 * What the shop keeps for a service that cannot keep it. It ends with the process, and nothing
 * depends on it.
 */
export interface SpecOnlyMemory {
  /** Answers everybody gets, by what was asked. */
  lists: ExpiringMap<LooseObject[]>
  drafts: ExpiringMap<Record<string, string>>
  /** By bearer token. */
  placed: ExpiringMap<PlacedOrder[]>
  guests: ExpiringMap<{ email: string; phone: string | null }>
}

const HALF_MINUTE = 30_000
const HOUR = 60 * 60_000
const MOST = 5000

/** Entries that are forgotten after their time, the oldest also when there are too many. */
export class ExpiringMap<T> {
  readonly #lifetime: number
  readonly #entries = new Map<string, { value: T; until: number }>()

  /** @param lifetime in milliseconds */
  constructor(lifetime: number) {
    this.#lifetime = lifetime
  }

  get(key: string | undefined, now: Date): T | undefined {
    const entry = key === undefined ? undefined : this.#entries.get(key)
    return entry && entry.until > now.getTime() ? entry.value : undefined
  }

  set(key: string, value: T, now: Date): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: now.getTime() + this.#lifetime })
    for (const [old, { until }] of this.#entries) {
      if (until > now.getTime() && this.#entries.size <= MOST) break
      this.#entries.delete(old)
    }
  }
}

const memories = new WeakMap<object, SpecOnlyMemory>()

/** @param settings of the running shop: one process keeps one memory for its service */
export function createSpecOnlyMemory(settings: object): SpecOnlyMemory {
  const known = memories.get(settings)
  if (known) return known
  const made: SpecOnlyMemory = {
    lists: new ExpiringMap(HALF_MINUTE),
    drafts: new ExpiringMap(HOUR),
    placed: new ExpiringMap(HOUR),
    guests: new ExpiringMap(HOUR),
  }
  memories.set(settings, made)
  return made
}
