import { type Clock } from '#api/gateways/clock.ts'

/** A clock that stands still until it is told. */
export class TestClock implements Clock {
  #now: Date
  constructor(now: Date | string) {
    this.#now = new Date(now)
  }
  now(): Date {
    return new Date(this.#now)
  }
  set(now: Date | string): void {
    this.#now = new Date(now)
  }
  /** Moves on by so many minutes. */
  advance(minutes: number): void {
    this.#now = new Date(this.#now.getTime() + minutes * 60_000)
  }
}
