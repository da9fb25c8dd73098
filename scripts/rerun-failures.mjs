import { relative } from 'node:path'

/** @typedef {import('./count-tests.mjs').Count} Count */

/**
 * So few failures may come of a busy machine; more are a fault, and nobody should wait to hear of
 * it.
 */
const MOST = { tests: 5, files: 3 }

/**
 * What of a Playwright run is tried once more alone: nothing but the failed tests. What fails
 * outside of a test cannot be.
 *
 * @param {Count} count
 * @returns {string[] | undefined} arguments beside those of the run; undefined where nothing is
 *   tried again
 */
export function selectPlaywrightReruns({ failed, outside }) {
  if (failed === 0 || failed > MOST.tests || outside > 0) return undefined
  return ['--last-failed', '--workers=1', '--retries=0']
}

/**
 * The same of a Vitest run: the files with a failed test, or that did not load.
 *
 * @param {Count} count
 * @param {string} root of the project
 */
export function selectVitestReruns({ files }, root) {
  if (files.length === 0 || files.length > MOST.files) return undefined
  return files.map((file) => relative(root, file))
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
  return { ...count, failed: 1, outside: 1, names: [...count.names, name] }
}

/**
 * A run and its second try together: what failed again, or for the first time, has failed; the rest
 * of what had failed stays named. A second try that broke, or ran fewer tests than had failed, says
 * nothing about them.
 *
 * @param {Count} first
 * @param {Count} again
 * @returns {Count}
 */
export function mergeReruns(first, again) {
  if (again.outside > 0 || again.passed + again.failed < first.failed) {
    const names = [...first.names, ...again.names, 'tried alone, not all of it ran to its end']
    return { ...first, failed: names.length, names }
  }
  const title = (/** @type {string} */ name) => name.split('\n')[0]
  const still = new Set(again.names.map(title))
  return {
    ...first,
    passed: first.passed + first.failed - again.failed,
    failed: again.failed,
    names: again.names,
    alone: first.names.filter((name) => !still.has(title(name))),
  }
}
