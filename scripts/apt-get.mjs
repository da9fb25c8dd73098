import { spawnSync } from 'node:child_process'

/** Steps of an installation, each with what it prints, its command and its arguments. */
export const update = ['Asking apt-get for its packages …', 'apt-get', ['update', '-qq']]
export const install = (name) => [
  `Installing ${name} …`,
  'apt-get',
  ['install', '-y', '-qq', '--no-install-recommends', name],
]

/** Performs a step; whether it succeeded shows in what is there afterwards. */
export function take([say, command, args]) {
  console.log(say)
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}
