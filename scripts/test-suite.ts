import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { allSuites } from '#tests/suites/all-suites.ts'
import { root } from './root.mjs'

// `npm run test:suite -- first-purchase`: runs only the tests of one suite.
const asked = process.argv[2]
const suite = allSuites.find(({ name }) => name === asked)
if (!suite) {
  console.error(`Which suite? ${allSuites.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const wanted = suite.criteria.flatMap(({ tests }) => Object.entries(tests))
const inBrowser = wanted.filter(([file]) => file.startsWith('tests/e2e/'))
const others = wanted.filter(([file]) => !file.startsWith('tests/e2e/'))

const bin = (path: string) => join(root, 'node_modules', path)
const codes = [
  runTests([bin('vitest/vitest.mjs'), 'run'], '-t', others),
  runTests([bin('playwright/cli.js'), 'test'], '-g', inBrowser),
]
process.exit(Math.max(...codes))

function runTests(runner: string[], titleOption: string, tests: [string, readonly string[]][]): number {
  if (tests.length === 0) return 0
  const files = [...new Set(tests.map(([file]) => file))]
  const titles = tests.flatMap(([, all]) => all.map(titlePattern)).join('|')
  const { status } = spawnSync(process.execPath, [...runner, ...files, titleOption, titles], {
    cwd: root,
    stdio: 'inherit',
  })
  return status ?? 1
}

/**
 * Converts a test title in the source into a regular expression, in which `${…}` and `%s` match
 * anything.
 */
function titlePattern(title: string): string {
  return title
    .split(/\$\{[^}]*\}|%s/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
}
