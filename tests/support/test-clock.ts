import { type Clock } from '#api/gateways/clock.ts'

/** A Wednesday, ten in the morning in New York, daylight saving time. */
export const TEST_NOW = '2027-05-12T14:00:00Z'

/** A clock that stands still until it is told. */
export class TestClock implements Clock {
  #now: Date
  constructor(now: Date | string) {
    this.#now = new Date(now)
  }
  now(): Date {
    return new Date(this.#now)
  }
  /** Stands still all the same: a test says when it moves. */
  wait(): Promise<void> {
    return Promise.resolve()
  }
  set(now: Date | string): void {
    this.#now = new Date(now)
  }
  /** Moves on by so many minutes. */
  advance(minutes: number): void {
    this.#now = new Date(this.#now.getTime() + minutes * 60_000)
  }
}
