import { spawnSync } from 'node:child_process'

/** The path of an installed program, or undefined. Debian's servers are on root's path only. */
export const findProgram = (name, versionFlag = '--version') =>
  [name, `/usr/sbin/${name}`].find((path) => spawnSync(path, [versionFlag]).status === 0)
