import { isQuestion } from '#contract/public-reads.ts'
import { shareNextRun } from './share-next-run.ts'

/**
 * A version is held this long at most. Orders send no notice, because notices would make their
 * commits wait for each other: this is how long another process may show a seat that was just sold.
 */
const HOLD_MS = 500
/** While the process is busy, kept pages are sent without a statement, which would have to wait. */
const BUSY_HOLD_MS = 10_000
/** The most calls of purchases a second, some three orders, after each of which it is read anew. */
const MOST_SALES = 12
const SECOND = 1000

export interface CurrentVersion {
  version: string
  /** When it changes by time alone. */
  validUntil: Date
}

interface HeldVersionParts {
  /** Reads the version from the database. @throws when the database cannot be reached */
  read: () => Promise<CurrentVersion>
  /** Whether changes by other processes are noticed now; otherwise each call reads. */
  isListening: () => boolean
  /** Whether statements wait for long now. */
  isBusy?: () => boolean
  /** The time of day. */
  clock?: () => number
  /** Milliseconds that never run backwards. */
  elapsed?: () => number
}

export interface HeldVersion {
  ask(): Promise<string>
  /** Reads the version that is committed now; calls at the same time share the read. */
  askNow(): Promise<string>
  /** Something was or may have been written: the next call reads. */
  forget(): void
  /**
   * A visitor's purchase wrote or may have written: the next call reads. Where many buy, their
   * seats are shown as late as those that other processes sell, or everything that shows seats
   * would be made anew after each of them.
   */
  forgetSale(): void
}

/**
 * Holds the version of the public data in the process, so that a cached page needs no statement.
 * It is read again after a write of this process, after a notice of another one's, and every half
 * second (decisions 112 and 114).
 */
export function holdVersion(parts: HeldVersionParts): HeldVersion {
  const { read, isListening, isBusy = () => false, clock = Date.now, elapsed } = parts
  const passed = elapsed ?? (() => performance.now())
  let held: { version: string; since: number; validUntil: number; sold: boolean } | undefined
  let writes = 0
  let sales: number[] = []
  const readNext = shareNextRun(async () => {
    const before = writes
    const since = passed()
    const { version, validUntil } = await read()
    // What was read before a write may be from before its commit.
    if (before === writes) held = { version, since, validUntil: validUntil.getTime(), sold: false }
    return version
  })
  const isHeld = ({ since, validUntil, sold }: NonNullable<typeof held>) =>
    passed() - since < (isBusy() && !sold ? BUSY_HOLD_MS : HOLD_MS) && clock() < validUntil
  const forget = () => {
    writes += 1
    held = undefined
  }
  return {
    ask: () => {
      const maySend = isListening() || isBusy()
      return held && isHeld(held) && maySend ? Promise.resolve(held.version) : readNext()
    },
    askNow: readNext,
    forget,
    forgetSale: () => {
      const now = passed()
      sales = [...sales.filter((at) => at > now - SECOND).slice(-MOST_SALES), now]
      if (sales.length <= MOST_SALES) forget()
      else if (held) held.sold = true
    },
  }
}

/** The calls of a purchase and of its payment, which change no data of the catalogue. */
const SALES = /^\/v1\/(?:customers|drafts|orders|payments|stripe\/webhooks)$/

/** Whether a call is one of those that each purchase sends. */
export const isSale = ({ method, url }: Request): boolean =>
  method === 'POST' && SALES.test(new URL(url).pathname)

/** Whether a call may change data. */
export const mayWrite = ({ method, url }: Request): boolean =>
  method !== 'GET' && method !== 'HEAD' && !isQuestion(method, new URL(url).pathname)
