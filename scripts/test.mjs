import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countPlaywright, countVitest } from './count-tests.mjs'
import { ensureChromium } from './ensure-chromium.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { requireNode } from './require-node.mjs'
import { root } from './root.mjs'

// `npm test`: what must hold, on a fresh copy too; `--all` brings the long browser tests, `--full` more tries of
// everything. The summary and its last line come at the end whatever happens.
const full = process.argv.includes('--full')
const all = full || process.argv.includes('--all')
const results = join(root, 'test-results')
const bin = (path) => join(root, 'node_modules', path)

const vitest = (project) => ({
  args: [bin('vitest/vitest.mjs'), 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${join(results, `${project}.json`)}`], // prettier-ignore
  count: () => counted(`${project}.json`, countVitest),
})

/**
 * Stages in a row; the lanes of a stage beside each other. A lane is about a core's work, but for the unit tests, which
 * take two alone, and the browser tests, which wait as much as they work. Nothing measured runs beside anything.
 */
const stages = [
  [
    [
      { name: 'build', args: [join(root, 'scripts/build-when-stale.mjs')] },
      { name: 'lint', args: [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'] },
      { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '.', '--log-level', 'warn'] },
    ],
    [{ name: 'types', args: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit'] }],
  ],
  [[{ name: 'unit', ...vitest('unit') }]],
  [
    [
      {
        name: 'browser',
        args: [bin('playwright/cli.js'), 'test', '--reporter=line,json'],
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'browser.json') },
        count: () => counted('browser.json', countPlaywright),
      },
    ],
    [
      { name: 'races', ...vitest('races') },
      { name: 'contract', ...vitest('contract') },
    ],
  ],
  [[{ name: 'sizes', args: [bin('tsx/dist/cli.mjs'), 'bench/run.ts', ...(full ? [] : ['--sizes-only'])] }]],
]

requireNode()
process.chdir(root)
ensureInstalled()
ensureChromium()
mkdirSync(results, { recursive: true })
for (const name of ['unit', 'contract', 'races', 'browser'])
  rmSync(join(results, `${name}.json`), { force: true })

const outcomes = []
const began = performance.now()
for (const lanes of stages) await Promise.all(lanes.map((steps, lane) => runLane(steps, lane > 0)))
summarise()

/** What a `quiet` lane says comes when each of its steps has ended, so that two do not talk at once. */
async function runLane(steps, quiet) {
  for (const step of steps) {
    if (!quiet) console.log(`\n▶ ${step.name}`)
    const start = performance.now()
    const { code, said } = await run(step, quiet)
    if (quiet) console.log(`\n▶ ${step.name}\n${said}`)
    const count = step.count?.() ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, names: [] }
    // A step that breaks without a failed test has failed all the same.
    if (code !== 0 && count.failed === 0) {
      count.failed = 1
      count.names.push(`it ended with ${String(code)} though no test failed: its output above says why`)
    }
    outcomes.push({ ...step, ...count, seconds: (performance.now() - start) / 1000 })
  }
}

function run({ args, env }, quiet) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env, FULL: full ? 'true' : '', ALL: all ? 'true' : '' },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
    child.on('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

function counted(name, count) {
  const file = join(results, name)
  if (!existsSync(file)) return { passed: 0, failed: 1, names: ['it ended without a report'] }
  return count(JSON.parse(readFileSync(file, 'utf8')))
}

function summarise() {
  const total = (key) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0)
  console.log('\nSummary')
  for (const { name, passed, failed, seconds, names, shaky = [] } of outcomes) {
    const state = failed === 0 ? 'ok    ' : 'FAILED'
    console.log(`  ${state} ${name.padEnd(9)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s`) // prettier-ignore
    for (const one of names) console.log(`           - ${one}`)
    for (const one of shaky) console.log(`           ~ only at the second try: ${one}`)
  }
  console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s in all`)
  console.log(`${String(total('passed'))} passed, ${String(total('failed'))} failed`)
  process.exit(total('failed') === 0 ? 0 : 1)
}
