import { type SandboxEvent } from './kinds.ts'
import { type UnitOfWork } from './unit-of-work.ts'

const ATTEMPTS = 8

/**
 * Retries work until no other request changes its objects in the meantime (optimistic locking).
 * @throws When every retry fails.
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
