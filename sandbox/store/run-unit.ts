import { type SandboxEvent } from './kinds.ts'
import { type UnitOfWork } from './unit-of-work.ts'

const ATTEMPTS = 8

/**
 * Repeats work until no other request changed its objects meanwhile.
 * @throws when that never succeeds
 */
export async function runUnit<T>(
  open: () => UnitOfWork,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<{ result: T; events: SandboxEvent[] }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const unit = open()
    const result = await work(unit)
    if (await unit.commit()) return { result, events: unit.events }
  }
  throw new Error('The sandbox is too busy')
}
