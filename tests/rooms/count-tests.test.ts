import { describe, expect, it } from 'vitest'
import { type Count, countPlaywright, countVitest, readRunResult } from '../../scripts/count-tests.mjs'

const passed = { projectName: 'script', status: 'expected', results: [{}] }
const failed = {
  projectName: 'script',
  status: 'unexpected',
  results: [{ error: { message: '\u001b[31mexpected 1\u001b[0m' } }],
}
const spec = (title: string, ...tests: object[]) => ({ file: 'a.spec.ts', title, tests })

const playwrightReport = (errors: object[], ...specs: object[]) => ({
  errors,
  suites: [{ specs: [], suites: [{ specs }] }],
  stats: { expected: 1, unexpected: 1 },
})

describe('the result of a browser run', () => {
  const specs = [spec('goes well', passed), spec('breaks', failed)]

  it('the result names failed tests with what they said', () => {
    const count = countPlaywright(playwrightReport([], ...specs))
    expect(count).toMatchObject({ passed: 1, failed: 1 })
    expect(count.names).toEqual([expect.stringMatching(/^a\.spec\.ts \(script\): breaks\n +expected 1$/)])
  })

  it('a test that ran out of time also says what it waited for, and where', () => {
    const errors = [
      { message: 'Test timeout of 9ms exceeded.' },
      { message: 'locator.click: waiting for a button', location: { file: 'a.spec.ts', line: 7, column: 3 } },
    ]
    const late = { ...failed, results: [{ error: errors[0], errors }] }
    const { names } = countPlaywright(playwrightReport([], spec('hangs', late)))
    expect(names).toEqual([
      expect.stringMatching(
        /hangs\n +Test timeout of 9ms exceeded\.\n +locator\.click: waiting for a button\n +at line 7$/,
      ),
    ])
  })

  it('the result counts and names failures outside of a test', () => {
    const audit = {
      message:
        `rows that break a promise${'\n+ row'.repeat(20)}\nFailed worker ran 1 test:\na.spec.ts: ` + 'breaks',
      location: { file: 'tests/support/audited-browser.ts', line: 76, column: 1 },
    }
    const count = countPlaywright(playwrightReport([audit, { value: 'thrown' }], ...specs))
    expect(count).toMatchObject({ passed: 1, failed: 3 })
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
    expect(count).toMatchObject({ passed: 3, failed: 2 })
    expect(count.names).toEqual([
      expect.stringMatching(/^a cart adds up\n +one\n +two$/),
      expect.stringMatching(/^b\.test\.ts\n +no such module$/),
    ])
  })
})

describe('the exit code of a process', () => {
  const ran = (passed: number, ...names: string[]): Count => ({ passed, failed: names.length, names })

  it('an exit code counts as a failure when no test failed', () => {
    expect(readRunResult(0, ran(3))).toEqual(ran(3))
    expect(readRunResult(1, ran(3, 'a'))).toEqual(ran(3, 'a'))
    expect(readRunResult(130, ran(3))).toMatchObject({ passed: 3, failed: 1 })
  })
})
