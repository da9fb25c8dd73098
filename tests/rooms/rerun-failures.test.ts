import { describe, expect, it } from 'vitest'
import { type Count, countStep, MISSING_REPORT } from '../../scripts/count-tests.mjs'
import {
  readRunResult,
  selectPlaywrightReruns,
  mergeReruns,
  selectVitestReruns,
} from '../../scripts/rerun-failures.mjs'

const clean = countStep(0)
const ran = (passed: number, ...broken: string[]): Count => ({
  ...clean,
  passed,
  failed: broken.length,
  names: broken.map((title) => `${title}\n     what it said`),
})

describe('the rerun of a browser run', () => {
  it('a few failed tests run again', () => {
    const only = ['--last-failed', '--workers=1', '--retries=0']
    expect(selectPlaywrightReruns(ran(90, 'a'))).toEqual(only)
    expect(selectPlaywrightReruns(ran(90, 'a', 'b', 'c', 'd', 'e'))).toEqual(only)
  })

  it('a run that passed, failed widely or broke outside of a test is not repeated', () => {
    expect(selectPlaywrightReruns(ran(90))).toBeUndefined()
    expect(selectPlaywrightReruns(ran(90, 'a', 'b', 'c', 'd', 'e', 'f'))).toBeUndefined()
    expect(selectPlaywrightReruns({ ...ran(90, 'a', 'a worker ended badly'), outside: 1 })).toBeUndefined()
    expect(selectPlaywrightReruns(MISSING_REPORT)).toBeUndefined()
    expect(selectPlaywrightReruns(readRunResult(1, ran(90)))).toBeUndefined()
  })
})

describe('the rerun of a run without a browser', () => {
  const inFiles = (...files: string[]) => selectVitestReruns({ ...ran(90, 'a'), files }, '/shop')

  it('a few files with a failure run again', () => {
    expect(inFiles('/shop/api/a.test.ts', '/shop/tests/races/b.test.ts')).toEqual([
      'api/a.test.ts',
      'tests/races/b.test.ts',
    ])
  })

  it('a run that passed, failed widely or left no report is not repeated', () => {
    expect(inFiles()).toBeUndefined()
    expect(inFiles('/shop/a', '/shop/b', '/shop/c', '/shop/d')).toBeUndefined()
    expect(selectVitestReruns(MISSING_REPORT, '/shop')).toBeUndefined()
    expect(selectVitestReruns(readRunResult(1, ran(90)), '/shop')).toBeUndefined()
  })
})

describe('the result of a run and its rerun together', () => {
  it('the result is a failure when a test fails again, and it names what passed alone', () => {
    expect(mergeReruns(ran(90, 'a', 'b'), ran(1, 'b'))).toMatchObject({
      passed: 91,
      failed: 1,
      names: [expect.stringMatching(/^b\n/)],
      alone: [expect.stringMatching(/^a\n/)],
    })
  })

  it('the result is a pass when every test passes alone', () => {
    const count = mergeReruns(ran(90, 'a', 'b'), ran(2))
    expect(count).toMatchObject({ passed: 92, failed: 0, names: [] })
    expect(count.alone).toHaveLength(2)
  })

  it('the result is a failure when another test of the file fails in the rerun', () => {
    expect(mergeReruns(ran(90, 'a'), ran(12, 'b'))).toMatchObject({ passed: 90, failed: 1 })
  })

  it('the result is a failure when the rerun ran too little, broke or left no report', () => {
    for (const again of [ran(1), readRunResult(1, ran(2)), MISSING_REPORT]) {
      const count = mergeReruns(ran(90, 'a', 'b'), again)
      expect(count).toMatchObject({ passed: 90, alone: [] })
      expect(count.failed).toBeGreaterThan(2)
      expect(count.names).toHaveLength(count.failed)
    }
  })
})

describe('the exit code of a process', () => {
  it('an exit code counts as a failure when no test failed', () => {
    expect(readRunResult(0, ran(3))).toEqual(ran(3))
    expect(readRunResult(1, ran(3, 'a'))).toEqual(ran(3, 'a'))
    expect(readRunResult(130, ran(3))).toMatchObject({ passed: 3, failed: 1, outside: 1 })
  })
})
