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

describe('what of a browser run is tried once more alone', () => {
  it('a few tests that failed', () => {
    const only = ['--last-failed', '--workers=1', '--retries=0']
    expect(selectPlaywrightReruns(ran(90, 'a'))).toEqual(only)
    expect(selectPlaywrightReruns(ran(90, 'a', 'b', 'c', 'd', 'e'))).toEqual(only)
  })

  it('nothing of a run that passed, that is full of failures, or that broke outside of a test', () => {
    expect(selectPlaywrightReruns(ran(90))).toBeUndefined()
    expect(selectPlaywrightReruns(ran(90, 'a', 'b', 'c', 'd', 'e', 'f'))).toBeUndefined()
    expect(selectPlaywrightReruns({ ...ran(90, 'a', 'a worker ended badly'), outside: 1 })).toBeUndefined()
    expect(selectPlaywrightReruns(MISSING_REPORT)).toBeUndefined()
    expect(selectPlaywrightReruns(readRunResult(1, ran(90)))).toBeUndefined()
  })
})

describe('what of a run without a browser is tried once more alone', () => {
  const inFiles = (...files: string[]) => selectVitestReruns({ ...ran(90, 'a'), files }, '/shop')

  it('a few files with a failure', () => {
    expect(inFiles('/shop/api/a.test.ts', '/shop/tests/races/b.test.ts')).toEqual([
      'api/a.test.ts',
      'tests/races/b.test.ts',
    ])
  })

  it('nothing of a run that passed, with failures all over, or that left no report', () => {
    expect(inFiles()).toBeUndefined()
    expect(inFiles('/shop/a', '/shop/b', '/shop/c', '/shop/d')).toBeUndefined()
    expect(selectVitestReruns(MISSING_REPORT, '/shop')).toBeUndefined()
    expect(selectVitestReruns(readRunResult(1, ran(90)), '/shop')).toBeUndefined()
  })
})

describe('a run and its second try together', () => {
  it('has failed where something failed again, and names what passed alone', () => {
    expect(mergeReruns(ran(90, 'a', 'b'), ran(1, 'b'))).toMatchObject({
      passed: 91,
      failed: 1,
      names: [expect.stringMatching(/^b\n/)],
      alone: [expect.stringMatching(/^a\n/)],
    })
  })

  it('has passed where all of it passed alone', () => {
    const count = mergeReruns(ran(90, 'a', 'b'), ran(2))
    expect(count).toMatchObject({ passed: 92, failed: 0, names: [] })
    expect(count.alone).toHaveLength(2)
  })

  it('has failed where another test of the file fails then', () => {
    expect(mergeReruns(ran(90, 'a'), ran(12, 'b'))).toMatchObject({ passed: 90, failed: 1 })
  })

  it('has failed where the second try ran too little, broke or left no report', () => {
    for (const again of [ran(1), readRunResult(1, ran(2)), MISSING_REPORT]) {
      const count = mergeReruns(ran(90, 'a', 'b'), again)
      expect(count).toMatchObject({ passed: 90, alone: [] })
      expect(count.failed).toBeGreaterThan(2)
      expect(count.names).toHaveLength(count.failed)
    }
  })
})

describe('what a process ended with', () => {
  it('counts as a failure where no test failed', () => {
    expect(readRunResult(0, ran(3))).toEqual(ran(3))
    expect(readRunResult(1, ran(3, 'a'))).toEqual(ran(3, 'a'))
    expect(readRunResult(130, ran(3))).toMatchObject({ passed: 3, failed: 1, outside: 1 })
  })
})
