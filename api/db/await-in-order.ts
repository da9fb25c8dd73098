/**
 * Waits for statements that were sent together. Of several failures the first in the order of sending
 * counts: in a transaction it is what made the others fail.
 */
export async function awaitInOrder<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason
  return Promise.all(work)
}
