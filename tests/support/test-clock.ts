import { type Clock } from '#api/gateways/clock.ts'

/** A Wednesday at ten in the morning in New York, in daylight saving time. */
export const TEST_NOW = '2027-05-12T14:00:00Z'

/** A clock that stands still until a test advances it. */
export class TestClock implements Clock {
  #now: Date
  constructor(now: Date | string) {
    this.#now = new Date(now)
  }
  now(): Date {
    return new Date(this.#now)
  }
  /** Returns at once, because tests advance the clock themselves. */
  wait(): Promise<void> {
    return Promise.resolve()
  }
  set(now: Date | string): void {
    this.#now = new Date(now)
  }
  /** Advances the clock by minutes. */
  advance(minutes: number): void {
    this.#now = new Date(this.#now.getTime() + minutes * 60_000)
  }
}
