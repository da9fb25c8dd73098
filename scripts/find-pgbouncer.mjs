import { findProgram } from './find-program.mjs'

/** The path of an installed PgBouncer; undefined when there is none. */
export const findPgbouncer = () => findProgram('pgbouncer')
