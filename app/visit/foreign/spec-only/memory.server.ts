import { type LooseObject } from '../loose-values.server.ts'

export interface SeatName {
  full_name: string
  weight?: number | null | undefined
}

/** An order placed for a visitor: data that its service cannot return afterwards. */
export interface PlacedOrder {
  id: number
  /** Its cart: the same one again is the same order, as long as it is unpaid. */
  cart: string
  /** The service's amount; undefined if its answer names none. */
  total: number | undefined
  passengers: SeatName[]
  paid: boolean
}

/**
 * Data that the shop stores for a service that cannot store it. It is lost with the process, and
 * nothing depends on it.
 */
export interface SpecOnlyMemory {
  /** Public answers, by request. */
  lists: ExpiringMap<LooseObject[]>
  drafts: ExpiringMap<Record<string, string>>
  /** By bearer token. */
  placed: ExpiringMap<PlacedOrder[]>
  guests: ExpiringMap<{ email: string; phone: string | null }>
}

const HALF_MINUTE = 30_000
const HOUR = 60 * 60_000
const MOST = 5000

/** A map whose entries expire, and whose oldest entry is evicted when there are too many. */
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

/** @param settings of the running shop: one process has one memory for its service */
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
