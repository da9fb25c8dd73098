/**
 * The rules of what a pilot's phone keeps until the service has it. Pure: the phone's store applies
 * them in one transaction each, so that two tabs never work on an old state.
 */

export type EntryState = 'waiting' | 'conflict' | 'refused' | 'arrived'

/** One press or one typed value. */
export interface Entry {
  /** Under this key the service writes it once, however often it is sent. */
  key: string
  flight: string
  /** What it sets: another entry for the same thing replaces it. */
  target: string
  /** The form as it is sent. */
  fields: Readonly<Record<string, string>>
  /** In words, for the pilot: “Weight of Mele Leota” and “161 lb”. */
  title: string
  value: string
  /** When it was pressed. */
  at: number
  state: EntryState
  /** It was sent at least once, and the service may have it although no answer came. */
  tried: boolean
  /** What the service says of it. */
  text?: string
  /** The value of a colleague, and the fields that say that the pilot has seen it. */
  theirs?: { value: string; seen: Readonly<Record<string, string>> }
  arrivedAt?: number
}

export interface Kept {
  /** Whose it is. */
  person: string
  /** When all of it is erased. */
  until: number
  /** How far the service's clock is ahead of the phone's, in milliseconds. */
  ahead: number
  entries: readonly Entry[]
  /** How many entries were erased before they could be sent. */
  lost: number
}

/** What came back for an entry; status 0 stands for no answer at all. */
export interface Answer {
  status: number
  text?: string
  theirs?: Entry['theirs']
  /** The names of the manifest's content before and after an own weight, if nothing else changed. */
  content?: { before: string; after: string }
}

const MINUTE = 60_000
/** How long the page says what has arrived. */
const ARRIVED_SHOWN = 10 * MINUTE

export const isUnsent = ({ state }: Entry): boolean => state !== 'arrived'

/** Whether what arrived is not on a page that was made at `asOf`. */
export const isNewsSince =
  (asOf: number) =>
  (one: Entry): boolean =>
    isUnsent(one) || (one.arrivedAt ?? 0) > asOf

/**
 * What an own press says of a manifest that the page shows as not accepted: that it is accepted, or that
 * a weight was typed afterwards; undefined when nobody pressed, or when the service did not take it.
 */
export function findAcceptance(
  kept: Kept | undefined,
  { target, asOf }: { target: string; asOf: number },
): { entry: Entry; isBeforeWeight: boolean } | undefined {
  const news = kept?.entries.filter(isNewsSince(asOf)) ?? []
  const at = news.findLastIndex((one) => one.target === target)
  const entry = news[at]
  if (!entry || entry.state === 'refused' || entry.state === 'conflict') return undefined
  const later = news.slice(at + 1)
  const isBeforeWeight = later.some(
    ({ flight, fields, state }) =>
      flight === entry.flight && fields['act'] === 'weight' && state !== 'refused',
  )
  return { entry, isBeforeWeight }
}
export const countUnsent = (kept: Kept | undefined): number => kept?.entries.filter(isUnsent).length ?? 0

/** Takes away what may not be kept any longer; only the number of what never arrived stays. */
export function expire(kept: Kept | undefined, now: number): Kept | undefined {
  if (!kept || now < kept.until) return kept
  const lost = kept.lost + countUnsent(kept)
  return lost === 0 ? undefined : { ...kept, entries: [], lost }
}

/** What the phone keeps once a page of this person is open: nothing of anybody before. */
export function adopt(
  before: Kept | undefined,
  page: Pick<Kept, 'person' | 'until' | 'ahead'>,
  now: number,
): Kept {
  const own = before?.person === page.person ? expire(before, now) : undefined
  const entries = own?.entries.filter((one) => isUnsent(one) || now - (one.arrivedAt ?? 0) < ARRIVED_SHOWN)
  return { ...page, entries: entries ?? [], lost: own?.lost ?? 0 }
}

/**
 * Adds an entry. One for the same thing that never left the phone is replaced at its place, an
 * acceptance by the later one. After one that may have arrived, a weight names that weight as the one
 * that was seen. A step that was pressed already keeps its first moment.
 */
export function add(kept: Kept, entry: Entry): Kept {
  const isSame = (one: Entry) => one.target === entry.target && isUnsent(one)
  const waiting = kept.entries.find((one) => isSame(one) && one.state === 'waiting')
  if (waiting && entry.fields['act'] === 'step') return kept
  if (waiting && !waiting.tried && entry.fields['act'] !== 'accept') {
    return { ...kept, entries: kept.entries.map((one) => (one === waiting ? entry : one)) }
  }
  const others = kept.entries.filter((one) => (one === waiting && one.tried) || !isSame(one))
  const typed = waiting?.fields['weight']
  const fields = typed === undefined ? entry.fields : { ...entry.fields, was_weight: typed }
  return { ...kept, entries: [...others, { ...entry, fields }] }
}

/**
 * Entries go in the order in which they were pressed. What follows a conflict on the same flight waits
 * for the pilot's choice: once the flight has left, no weight can be chosen any more.
 */
export function findNext(kept: Kept | undefined): Entry | undefined {
  const undecided = new Set<string>()
  for (const one of kept?.entries ?? []) {
    if (one.state === 'conflict') undecided.add(one.flight)
    if (one.state === 'waiting' && !undecided.has(one.flight)) return one
  }
  return undefined
}

const change = (kept: Kept, key: string, to: (entry: Entry) => Entry): Kept => ({
  ...kept,
  entries: kept.entries.map((one) => (one.key === key ? to(one) : one)),
})

/** Remembers, before an entry is sent, that it may arrive. */
export const markTried = (kept: Kept, key: string): Kept =>
  change(kept, key, (one) => ({ ...one, tried: true }))

/** Statuses after which only another person, a later moment or the same person signed in again helps. */
const WAITS = new Set([401, 403, 408, 425, 429])

/** Whether the phone goes on with the next entry after this answer. */
export const isSettled = ({ status }: Answer): boolean => status >= 200 && status < 500 && !WAITS.has(status)

/** What becomes of an entry by its answer. What has no answer waits and is sent again under its key. */
export function settle(kept: Kept, key: string, answer: Answer, now: number): Kept {
  if (!isSettled(answer)) return kept
  const { status, text, theirs, content } = answer
  if (status >= 300) {
    const state = theirs ? 'conflict' : 'refused'
    return change(kept, key, (one) => ({ ...one, state, text, theirs }))
  }
  const flight = kept.entries.find((one) => one.key === key)?.flight
  const arrived = change(kept, key, (one) => ({ ...one, state: 'arrived', arrivedAt: now }))
  // The pilot accepts the manifest with the own weight on it, and with nothing else that is new.
  const follows = (one: Entry) =>
    content !== undefined && one.flight === flight && one.fields['seen'] === content.before && isUnsent(one)
  const entries = arrived.entries.map((one) =>
    content && follows(one) ? { ...one, fields: { ...one.fields, seen: content.after } } : one,
  )
  return { ...arrived, entries }
}

/** Sends an entry once more, under a new key: the service has answered the old one. */
export function sendAgain(kept: Kept, key: string, newKey: string): Kept {
  return change(kept, key, (one) => ({
    ...one,
    key: newKey,
    state: 'waiting',
    tried: false,
    fields: { ...one.fields, ...one.theirs?.seen },
    text: undefined,
    theirs: undefined,
  }))
}

export const drop = (kept: Kept, key: string): Kept => ({
  ...kept,
  entries: kept.entries.filter((one) => one.key !== key),
})

interface Departure {
  flight: string
  /** What the flight still lacks and its pilot may do: these entries. */
  lacks: readonly string[]
  /** The pilot has accepted a version: an own weight has to be accepted as well. */
  accepts: boolean
}

/** Whether the flight may leave once everything that the phone keeps has arrived. */
export function mayLeave(kept: Kept | undefined, { flight, lacks, accepts }: Departure): boolean {
  const own = kept?.entries.filter((one) => one.flight === flight && one.state !== 'refused') ?? []
  const lastOf = (act: string) => own.map(({ fields }) => fields['act']).lastIndexOf(act)
  if (accepts && lastOf('weight') > lastOf('accept')) return false
  return lacks.every((target) => own.some((one) => one.target === target))
}
