import { type FieldErrors } from '#contract/errors.ts'
import { type FlightState } from '../../rules/time/flight-day.ts'

/** Undefined stays as it is, null takes it away. */
export interface BlockTimes {
  offBlocksAt?: Date | null
  landedAt?: Date | null
}

/** The moments that a step of a flight's status sets or takes away, where nobody typed others. */
export function findBlockTimes(from: FlightState, to: FlightState, now: Date): BlockTimes {
  if (from === to) return {}
  if (to === 'departed') return from === 'landed' ? { landedAt: null } : { offBlocksAt: now, landedAt: null }
  if (to === 'landed') return { landedAt: now }
  return from === 'departed' ? { offBlocksAt: null, landedAt: null } : {}
}

export interface TypedBlockTimes {
  /** After the change. */
  status: FlightState
  departAt: Date
  /** What was typed; null where nothing was. */
  offBlocksAt: Date | null
  landedAt: Date | null
  /** What stands there after the change. */
  leftAt: Date | null
  cameAt: Date | null
}

/** A flight boards at most six hours early, so it has not left before. */
const EARLIEST_BEFORE_MS = 6 * 3_600_000

/** Why typed moments cannot be; undefined when they can. */
export function findBlockTimeProblems(typed: TypedBlockTimes, now: Date): FieldErrors | undefined {
  const { status, departAt, offBlocksAt, landedAt, leftAt, cameAt } = typed
  const earliest = departAt.getTime() - EARLIEST_BEFORE_MS
  const describe = (at: Date, isReached: boolean): string[] => {
    if (!isReached) return ['The flight has not come so far']
    if (at > now) return ['This time is still to come']
    return at.getTime() < earliest ? ['This is long before the flight'] : []
  }
  const left = offBlocksAt ? describe(offBlocksAt, status === 'departed' || status === 'landed') : []
  const came = landedAt ? describe(landedAt, status === 'landed') : []
  const isReversed = (offBlocksAt ?? landedAt) !== null && leftAt && cameAt && cameAt < leftAt
  if (isReversed) (landedAt ? came : left).push('It landed before it left')
  if (left.length + came.length === 0) return undefined
  return {
    ...(left.length > 0 ? { off_blocks_at: left } : {}),
    ...(came.length > 0 ? { landed_at: came } : {}),
  }
}
