import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../scripts/find-program.mjs'

const POSTGRESQL = '/usr/lib/postgresql'

/** The folder with the programs of Debian's newest PostgreSQL; undefined when there is none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(POSTGRESQL) ? readdirSync(POSTGRESQL) : []
  return versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(POSTGRESQL, version, 'bin'))
    .find((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))))
}

/** @throws naming each package that is missing, and how it is installed */
export function requireDebianPrograms(): void {
  const missing = [
    ...(findPostgres() === undefined ? ['postgresql'] : []),
    ...(findProgram('pgbouncer') === undefined ? ['pgbouncer'] : []),
    ...(findProgram('haproxy', '-v') === undefined ? ['haproxy'] : []),
  ]
  if (missing.length > 0)
    throw new Error(
      `These tests run the shop on Debian's own servers. Missing: ${missing.join(', ')}. ` +
        `As root: apt-get install -y ${missing.join(' ')}`,
    )
}
