import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operations } from '#sandbox/stripe/operations.ts'
import { type Contract, deriveContract } from './derive-contract.ts'

/** The output of `write-contract.ts` for the installed client; a test fails when it is outdated. */
export const contractFile = fileURLToPath(new URL('./stripe-contract.json', import.meta.url))

export const readContract = () => JSON.parse(readFileSync(contractFile, 'utf8')) as Contract

/** The contract of everything the sandbox answers, one operation or schema a line. */
export function contractText(): string {
  const answered = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  const { version, operations: described, schemas } = deriveContract((call) => answered.has(call))
  const lines = (entries: object) =>
    Object.entries(entries)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n')
  return `{"version":${JSON.stringify(
    version,
  )},\n"operations":{\n${lines(described)}},\n"schemas":{\n${lines(schemas)}}}\n`
}
