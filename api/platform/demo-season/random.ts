import { createHash } from 'node:crypto'

/** Draws the same values for the same seed. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number of the range, both ends included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** One of the values, each as often as its weight says. */
  weigh<T>(from: readonly (readonly [value: T, weight: number])[]): T
  /** Another sequence: what is drawn from it does not change what follows here. */
  fork(name: string): Random
}

/** Mulberry32 over a hash of the seed: small, and the same on every machine. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(next() * from.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick,
    weigh: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of from) {
        left -= weight
        if (left < 0) return value
      }
      return pick(from)[0]
    },
    fork: (name) => createRandom(`${seed} / ${name}`),
  }
}
