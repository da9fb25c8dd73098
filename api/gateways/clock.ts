import { setTimeout } from 'node:timers/promises'

/** Where "now" comes from. Domain functions get it as an argument. */
export interface Clock {
  now(): Date
  /** Lets so much of its time pass, milliseconds. */
  wait(ms: number): Promise<void>
}

export const systemClock: Clock = { now: () => new Date(), wait: (ms) => setTimeout(ms) }
