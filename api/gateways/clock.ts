import { setTimeout } from 'node:timers/promises'

/** The source of the current time. Pure functions get the time as an argument. */
export interface Clock {
  now(): Date
  /** Waits so many milliseconds of its time. */
  wait(ms: number): Promise<void>
}

export const systemClock: Clock = { now: () => new Date(), wait: (ms) => setTimeout(ms) }
