import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from './start-server.ts'
import { createErrorReports } from '#app/visit/error-reports.server.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { openLogOutput } from './log-output.ts'

test('a log on a full disk loses its lines and does not hold up the process', async () => {
  const full = openSync('/dev/full', 'w')
  const reports = await createErrorReports(undefined, 'production')
  const log = createLog({ ...testSettings(), logLevel: 'info' }, { reports, output: openLogOutput(full) })
  log.info('one')
  log.error({ err: new Error('two') }, 'two')
  closeSync(full)
  expect(log.level).toBe('info')
})

test('the log says how many lines it lost once there is room again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const path = join(folder, 'log')
  const fd = openSync(path, 'w')
  const output = openLogOutput(fd)
  closeSync(fd)
  output.write('one\n')
  output.write('two\n')
  // The number of the closed file is free again, as room on a disk would be.
  expect(openSync(path, 'w')).toBe(fd)
  output.write('three\n')
  output.write('four\n')
  closeSync(fd)
  const [gap = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(JSON.parse(gap)).toMatchObject({ level: 40, lost: 2 })
  expect(lines).toEqual(['three', 'four'])
  rmSync(folder, { recursive: true })
})
