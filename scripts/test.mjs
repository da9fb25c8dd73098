import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countPlaywright, countStep, countVitest, MISSING_REPORT, readRunResult } from './count-tests.mjs'
import { ensureChromium } from './ensure-chromium.mjs'
import { ensurePgbouncer } from './ensure-pgbouncer.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { requireNode } from './require-node.mjs'
import { root } from './root.mjs'

// `npm test`: what belongs to every turn, also on a fresh copy; `--all` adds the long tests and the bytes of
// pages, `--full` more runs of everything. The summary is always printed, and comes last.
const full = process.argv.includes('--full')
const all = full || process.argv.includes('--all')
const results = join(root, 'test-results')
const bin = (path) => join(root, 'node_modules', path)

/** A test run: its arguments, the path of its report, and the reader of its result. */
const vitest = (project) => ({
  args: [bin('vitest/vitest.mjs'), 'run', '--project', project, '--reporter=default', '--reporter=json'],
  reportTo: (file) => ({ args: [`--outputFile.json=${file}`] }),
  count: countVitest,
})
const playwright = {
  args: [bin('playwright/cli.js'), 'test', '--reporter=line,json'],
  reportTo: (file) => ({ env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } }),
  count: countPlaywright,
}

const bench = [bin('tsx/dist/cli.mjs'), 'bench/run.ts']
const sizes = { name: 'sizes', args: [...bench, '--sizes-only'] }

/**
 * Stages run one after the other, and the lanes of a stage in parallel. A lane uses about one core,
 * except the unit tests, which use two and run alone, and the browser tests, which wait as long as
 * they work. Nothing runs in parallel with a measurement of time.
 */
const stages = [
  [
    [
      { name: 'build', args: [join(root, 'scripts/build-when-stale.mjs')] },
      { name: 'lint', args: [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'] },
      { name: 'house', args: ['scripts/house.mjs'] },
    ],
    [
      {
        name: 'types',
        args: [bin('typescript-7/bin/tsc'), '-p', 'tsconfig.json', '--noEmit', '--singleThreaded'],
      },
      { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '.', '--log-level', 'warn'] },
      { name: 'contract', ...vitest('contract') },
    ],
  ],
  [[{ name: 'unit', ...vitest('unit') }]],
  [
    [{ name: 'browser', ...playwright }],
    [{ name: 'races', ...vitest('races') }, ...(all && !full ? [sizes] : [])],
  ],
  ...(full ? [[[{ name: 'bench', args: [...bench] }]]] : []),
]

requireNode()
process.chdir(root)
ensureInstalled()
ensureChromium()
ensurePgbouncer()
mkdirSync(results, { recursive: true })

const outcomes = []
const began = performance.now()
for (const lanes of stages) {
  const ran = await Promise.all(lanes.map((steps, lane) => runLane(steps, lane > 0)))
  outcomes.push(...ran.flat())
}
summarise()

/**
 * The output of a `quiet` lane is printed when each of its steps has ended, so that two lanes do
 * not mix.
 */
async function runLane(steps, quiet) {
  const ran = []
  for (const step of steps) ran.push({ step, ...(await runStep(step, quiet)) })
  return ran
}

async function runStep(step, quiet) {
  const { name } = step
  if (!quiet) console.log(`\n▶ ${name}`)
  const start = performance.now()
  const file = join(results, `${name}.json`)
  rmSync(file, { force: true })
  const { args = [], env } = step.reportTo?.(file) ?? {}
  const { code, said } = await run([...step.args, ...args], env, quiet)
  if (quiet) console.log(`\n▶ ${name}\n${said}`)
  const count = step.count ? readRunResult(code, counted(file, step.count)) : countStep(code)
  return { count, seconds: (performance.now() - start) / 1000 }
}

function run(args, env, quiet) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env, FULL: full ? 'true' : '', SHORT: all ? '' : 'true' },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
    child.on('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

function counted(file, count) {
  return existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : MISSING_REPORT
}

function summarise() {
  const total = (key) => outcomes.reduce((sum, { count }) => sum + count[key], 0)
  console.log('\nSummary')
  for (const { step, count, seconds } of outcomes) {
    const { passed, failed } = count
    const state = failed === 0 ? 'ok    ' : 'FAILED'
    console.log(
      `  ${state} ${step.name.padEnd(9)} ${String(passed).padStart(5)} passed ` +
        `${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s`,
    )
    for (const one of count.names) console.log(`           - ${one}`)
  }
  console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s in all`)
  console.log(`${String(total('passed'))} passed, ${String(total('failed'))} failed`)
  process.exit(total('failed') === 0 ? 0 : 1)
}
