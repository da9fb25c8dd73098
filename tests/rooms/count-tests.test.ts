import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from '../../scripts/count-tests.mjs'

const passed = { projectName: 'script', status: 'expected', results: [{}] }
const failed = {
  projectName: 'script',
  status: 'unexpected',
  results: [{ error: { message: '\u001b[31mexpected 1\u001b[0m' } }],
}
const shaky = {
  projectName: 'script',
  status: 'flaky',
  results: [{ error: { message: 'too early' } }, {}],
}
const spec = (title: string, ...tests: object[]) => ({ file: 'a.spec.ts', title, tests })

const playwrightReport = (errors: object[], ...specs: object[]) => ({
  errors,
  suites: [{ specs: [], suites: [{ specs }] }],
  stats: { expected: 1, unexpected: 1, flaky: 1 },
})

describe('the result of a browser run', () => {
  const specs = [spec('goes well', passed), spec('breaks', failed), spec('breaks once', shaky)]

  it('the result names failed tests and those that failed once', () => {
    const count = countPlaywright(playwrightReport([], ...specs))
    expect(count).toMatchObject({ passed: 2, failed: 1 })
    expect(count.names).toEqual([expect.stringMatching(/^a\.spec\.ts \(script\): breaks\n +expected 1$/)])
    expect(count.shaky).toEqual([expect.stringMatching(/^a\.spec\.ts \(script\): breaks once\n +too early$/)])
  })

  it('the result counts and names failures outside of a test', () => {
    const audit = {
      message:
        `rows that break a promise${'\n+ row'.repeat(20)}\nFailed worker ran 1 test:\na.spec.ts: ` + 'breaks',
      location: { file: 'tests/support/audited-browser.ts', line: 76, column: 1 },
    }
    const count = countPlaywright(playwrightReport([audit, { value: 'thrown' }], ...specs))
    expect(count).toMatchObject({ passed: 2, failed: 3, outside: 2 })
    expect(count.names.slice(1)).toEqual([
      expect.stringMatching(
        new RegExp(
          [
            String.raw`^tests/support/audited-browser\.ts:76\n +rows that break a promise\n`,
            String.raw`( +\+ row\n){13} +Failed worker ran 1 test:\n +a\.spec\.ts: breaks$`,
          ].join(''),
        ),
      ),
      expect.stringMatching(/^outside of a test\n +thrown$/),
    ])
  })
})

describe('the result of a run without a browser', () => {
  it('the result names failed tests and files that did not load', () => {
    const test = { status: 'failed', fullName: 'a cart adds up', failureMessages: ['one\n\ntwo'] }
    const count = countVitest({
      numPassedTests: 3,
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [test, { status: 'passed' }] },
        { name: 'b.test.ts', status: 'failed', assertionResults: [], message: 'no such module' },
      ],
    })
    expect(count).toMatchObject({ passed: 3, failed: 2, files: ['a.test.ts', 'b.test.ts'] })
    expect(count.names).toEqual([
      expect.stringMatching(/^a cart adds up\n +one\n +two$/),
      expect.stringMatching(/^b\.test\.ts\n +no such module$/),
    ])
  })
})
