/**
 * What a run of tests came to. Each of `names` stands for one failure: its test and the first lines
 * of what it said.
 *
 * @typedef {{ passed: number, failed: number, names: string[] }} Count
 */

/**
 * The first lines of a failure, without colours: whoever reads only the end of the run learns what
 * broke.
 */
function excerpt(message = 'no message') {
  const plain = message.replace(/\u001b\[[\d;]*m/g, '').split('\n')
  return plain
    .filter((line) => line.trim() !== '')
    .slice(0, 14)
    .map((line) => `               ${line.slice(0, 200)}`)
    .join('\n')
}

const nothing = { passed: 0, failed: 0, names: [] }

/**
 * A step that counts no tests passes or fails as a whole; its name says which.
 *
 * @returns {Count}
 */
export const countStep = (code) => (code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 })

/**
 * A run of tests that left no report.
 *
 * @type {Count}
 */
export const MISSING_REPORT = { ...nothing, failed: 1, names: ['it ended without a report'] }

/**
 * Counts Vitest's JSON report.
 *
 * @returns {Count}
 */
export function countVitest(report) {
  const names = report.testResults.flatMap((one) => [
    ...one.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${test.fullName}\n${excerpt(test.failureMessages?.[0])}`),
    ...(one.status === 'failed' && one.assertionResults.length === 0
      ? [`${one.name}\n${excerpt(one.message)}`]
      : []),
  ])
  return { passed: report.numPassedTests, failed: names.length, names }
}

/**
 * What a run ended with. One that broke without a failed test has failed all the same.
 *
 * @param {number} code the process ended with
 * @param {Count} count of its report
 * @returns {Count}
 */
export function readRunResult(code, count) {
  if (code === 0 || count.failed > 0) return count
  const name = `it ended with ${String(code)} though no test failed: its output above says why`
  return { ...count, failed: 1, names: [...count.names, name] }
}

/**
 * Counts Playwright's JSON report. What fails outside of a test (a worker's fixture that ends
 * badly, a spec that does not load) is a failure of its own.
 *
 * @returns {Count}
 */
export function countPlaywright(report) {
  const { expected, unexpected } = report.stats
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  const tests = report.suites.flatMap(specs).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      status,
      name:
        `${file} (${projectName}): ` +
        `${title}\n${excerpt(results.find((result) => result.error)?.error?.message)}`,
    })),
  )
  const failures = tests.filter(({ status }) => status === 'unexpected').map(({ name }) => name)
  const outside = (report.errors ?? []).map(({ message = '', value, location }) => {
    const where = location ? `${location.file}:${String(location.line)}` : 'outside of a test'
    // A worker that ends badly names its tests last, below what may be a long difference.
    const at = message.search(/.*Failed worker ran/)
    const tests = at > 0 ? `\n${excerpt(message.slice(at))}` : ''
    return `${where}\n${excerpt(message.slice(0, at > 0 ? at : undefined) || value)}${tests}`
  })
  const names = [...failures, ...outside]
  return { passed: expected, failed: unexpected + outside.length, names }
}
