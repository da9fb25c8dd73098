import { isDeepStrictEqual } from 'node:util'

type Fields = Readonly<Record<string, unknown>>
type Problems = Record<string, string[]>

export const NO_SUCH_FIELD = 'There is no such field'
export const READ_ONLY = 'Cannot be changed: send it as it is, or leave it out'

/**
 * What is wrong with the fields of a change that nobody may change: one of the row as it stands may
 * be sent along, so that a row may be sent back as it was read. Undefined when nothing is wrong.
 */
export function findReadOnlyProblems(sent: Fields, row: Fields): Problems | undefined {
  const problems = Object.entries(sent).flatMap(([name, value]) => {
    if (!Object.hasOwn(row, name)) return [[name, [NO_SUCH_FIELD]]]
    return isDeepStrictEqual(value, row[name]) ? [] : [[name, [READ_ONLY]]]
  })
  return problems.length === 0 ? undefined : (Object.fromEntries(problems) as Problems)
}
