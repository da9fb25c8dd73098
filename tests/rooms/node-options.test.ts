import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')

/** The options that a file starts Node with, as a command has them or quoted one by one. */
const optionsIn = (file: string): string[] =>
  [...read(file).matchAll(/--(?:expose-gc|max-[\w-]+=\d+)/g)].map(([option]) => option)

test.each(['Dockerfile', 'scripts/cluster/plan-cluster.ts', 'tests/support/start-shop.ts'])(
  'the shop that %s starts has the options of `npm start`',
  (file) => {
    const asked = optionsIn('package.json')
    expect(asked).toHaveLength(2)
    expect(optionsIn(file)).toEqual(asked)
  },
)
