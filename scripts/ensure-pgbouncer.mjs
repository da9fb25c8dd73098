import { install, take, update } from './apt-get.mjs'
import { findPgbouncer } from './find-pgbouncer.mjs'

/**
 * Provides the pooler that a race test needs: an installed one, else Debian's package, which only
 * root may install. Without one that test fails and says so.
 */
export function ensurePgbouncer() {
  for (const step of [update, install('pgbouncer')])
    if (findPgbouncer() === undefined && process.getuid?.() === 0) take(step)
}
