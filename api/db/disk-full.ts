/** PostgreSQL's code for a full disk, and the operating system's for a full disk or a used-up quota. */
const FULL = /^(?:53100|ENOSPC|EDQUOT)$/

/** True when something could not be written because a disk is full: the database's, or this machine's. */
export function isDiskFull(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && FULL.test(String(at.code))) return true
  }
  return false
}
