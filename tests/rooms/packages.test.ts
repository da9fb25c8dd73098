import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(resolve(root, name), 'utf8')

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), integrity: z.string().optional() })),
})

test('every package is pinned by version and hash and runs no install scripts', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
  const { '': own, ...packages } = Lock.parse(JSON.parse(read('package-lock.json'))).packages
  expect(own).toBeDefined()
  expect(Object.keys(packages).length).toBeGreaterThan(100)
  const loose = Object.entries(packages).filter(
    ([, { version, integrity }]) => !/^\d+\.\d+\.\d+/.test(version) || !integrity?.startsWith('sha512-'),
  )
  expect(loose).toEqual([])
})
