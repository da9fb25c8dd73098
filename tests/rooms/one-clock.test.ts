import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const api = resolve(import.meta.dirname, '../../api')

/** What asks the machine or the database for the time instead of the clock that is handed in. */
const MACHINE_TIME = new RegExp(
  [
    String.raw`\bnew Date\(\)|\bDate\.now\(|\bnow\(\)(?! *[:{])|\bdefaultNow\(`,
    String.raw`\bcurrent_(?:date|timestamp|time)\b|\b(?:clock|statement)_timestamp\b|\blocaltime(?:stamp)?\b`,
  ].join('|'),
)
/** `clock.now()` itself, however the clock is called. */
const OF_A_CLOCK = /\b(?:clock|systemClock|performance|at|deps)\.now\(\)/g

/** Where the machine's time is meant, and why. */
const MEANT: Readonly<Record<string, string>> = {
  'gateways/clock.ts': 'the clock itself',
  'access/limit-calls.ts': 'calls are counted in the time of whoever makes them',
  'platform/key-rotation/stored-keys.ts': 'a command of operators counts what a key still opens',
  'platform/demo-season/season-record.ts': 'notes when the demo was filled, beside its own clock',
  'db/job-list.ts': 'the table of the job library, which has the time of its server',
  'db/schema/platform.ts': 'a default of the inbox; every event is written with its own time',
}

test('the service takes its time from the clock that is handed in, in TypeScript and in SQL', () => {
  const found = readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => MACHINE_TIME.test(readFileSync(join(api, file), 'utf8').replace(OF_A_CLOCK, '')))
  expect(found.sort()).toEqual(Object.keys(MEANT).sort())
})
