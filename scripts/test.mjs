import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './ensure-chromium.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { requireNode } from './require-node.mjs'
import { root } from './root.mjs'

// `npm test`: everything, on a fresh copy too; the summary and its last line come at the end whatever happens.
const full = process.argv.includes('--full')
const results = join(root, 'test-results')
const bin = (path) => join(root, 'node_modules', path)

const vitest = (project) => ({
  args: [bin('vitest/vitest.mjs'), 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${join(results, `${project}.json`)}`], // prettier-ignore
  count: () => countVitest(join(results, `${project}.json`)),
})

/** Stages in a row; the lanes of a stage beside each other, one core for each. */
const stages = [
  [[{ name: 'build', args: [join(root, 'scripts/build-when-stale.mjs')] }]],
  [
    [
      { name: 'lint', args: [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0'] },
      { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '.', '--log-level', 'warn'] },
    ],
    [{ name: 'types', args: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit'] }],
  ],
  [[{ name: 'unit', ...vitest('unit') }]],
  [[{ name: 'contract', ...vitest('contract') }]],
  [[{ name: 'races', ...vitest('races') }]],
  [
    [
      {
        name: 'browser',
        args: [bin('playwright/cli.js'), 'test', '--reporter=line,json'],
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, 'browser.json') },
        count: () => countPlaywright(join(results, 'browser.json')),
      },
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
for (const lanes of stages) await Promise.all(lanes.map(runLane))
summarise()

async function runLane(steps) {
  for (const step of steps) {
    console.log(`\n▶ ${step.name}`)
    const start = performance.now()
    const code = await run(step)
    const counted = step.count?.() ?? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, names: [] }
    // A step that breaks without a failed test has failed all the same.
    if (code !== 0 && counted.failed === 0) counted.failed = 1
    outcomes.push({ ...step, ...counted, seconds: (performance.now() - start) / 1000 })
  }
}

function run({ args, env }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env, FULL: full ? 'true' : '' },
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** The first lines of a failure, without colours: whoever reads only the end of the run learns what broke. */
function excerpt(message = 'no message') {
  const plain = message.replace(/\u001b\[[\d;]*m/g, '').split('\n')
  return plain
    .filter((line) => line.trim() !== '')
    .slice(0, 14)
    .map((line) => `               ${line.slice(0, 200)}`)
    .join('\n')
}

function countVitest(file) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, names: [] }
  const failed = report.testResults.flatMap((one) => [
    ...one.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${test.fullName}\n${excerpt(test.failureMessages?.[0])}`),
    ...(one.status === 'failed' && one.assertionResults.length === 0
      ? [`${one.name}\n${excerpt(one.message)}`]
      : []),
  ])
  return { passed: report.numPassedTests, failed: failed.length, names: failed }
}

function countPlaywright(file) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, names: [] }
  const { expected, unexpected, flaky } = report.stats
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  const tests = report.suites.flatMap(specs).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      name: `${file}: ${title}\n${excerpt(results.find((result) => result.error)?.error?.message)}`,
    })),
  )
  const namesOf = (status) => tests.filter((test) => test.status === status).map(({ name }) => name)
  return {
    passed: expected + flaky,
    failed: unexpected,
    names: namesOf('unexpected'),
    shaky: namesOf('flaky'),
  }
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
