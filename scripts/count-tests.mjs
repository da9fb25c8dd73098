/**
 * The result of a test run. Each of `names` is one failure: the test and the first lines of its
 * message.
 *
 * @typedef {{ passed: number, failed: number, names: string[] }} Count
 */

/**
 * Returns the first lines of a failure, without colours, so that the end of the output shows what
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
 * Returns the count of a step without tests, which passes or fails as a whole.
 *
 * @returns {Count}
 */
export const countStep = (code) => (code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 })

/**
 * The count of a test run without a report.
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
 * Returns the result of a run. A run that crashed without a failed test counts as failed.
 *
 * @param {number} code The exit code of the process.
 * @param {Count} count The count of its report.
 * @returns {Count}
 */
export function readRunResult(code, count) {
  if (code === 0 || count.failed > 0) return count
  const name = `it ended with ${String(code)} though no test failed: its output above says why`
  return { ...count, failed: 1, names: [...count.names, name] }
}

/** Every error of a test: one that ran out of time names what it waited for in its second. */
const errorsOf = (results) => {
  const errors = results.flatMap((result) => result.errors ?? (result.error ? [result.error] : []))
  return errors.length > 0 ? errors : [{}]
}

const playwrightError = ({ message, location }) =>
  excerpt(message) + (location ? `\n               at line ${String(location.line)}` : '')

/**
 * Counts Playwright's JSON report. A failure outside a test (a worker's fixture that fails in
 * teardown, a spec that does not load) counts as a failure too.
 *
 * @returns {Count}
 */
export function countPlaywright(report) {
  const { expected, unexpected } = report.stats
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  const tests = report.suites.flatMap(specs).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      status,
      name: `${file} (${projectName}): ${title}\n${errorsOf(results).map(playwrightError).join('\n')}`,
    })),
  )
  const failures = tests.filter(({ status }) => status === 'unexpected').map(({ name }) => name)
  const outside = (report.errors ?? []).map(({ message = '', value, location }) => {
    const where = location ? `${location.file}:${String(location.line)}` : 'outside of a test'
    // A worker that fails in teardown names its tests last, below a diff that may be long.
    const at = message.search(/.*Failed worker ran/)
    const tests = at > 0 ? `\n${excerpt(message.slice(at))}` : ''
    return `${where}\n${excerpt(message.slice(0, at > 0 ? at : undefined) || value)}${tests}`
  })
  const names = [...failures, ...outside]
  return { passed: expected, failed: unexpected + outside.length, names }
}
