import { type Clock } from './clock.ts'
import { isDiskFull } from '../db/disk-full.ts'

/** Remembers that a disk was full: the database's, or this machine's. */
export interface DiskWatch {
  /** @returns whether the error says that a disk is full */
  note(error: unknown): boolean
  /** True until a minute has passed without another such error. */
  isFull(): boolean
}

/** Jobs write every few seconds, so a disk that is still full is met again before. */
const FULL_FOR_MS = 60_000

export function watchDisks(clock: Clock): DiskWatch {
  let metAt: number | undefined
  return {
    note: (error) => {
      const isFull = isDiskFull(error)
      if (isFull) metAt = clock.now().getTime()
      return isFull
    },
    isFull: () => metAt !== undefined && clock.now().getTime() - metAt < FULL_FOR_MS,
  }
}
