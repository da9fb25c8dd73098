import { isDeepStrictEqual } from 'node:util'

type Fields = Readonly<Record<string, unknown>>
type Problems = Record<string, string[]>

export const NO_SUCH_FIELD = 'There is no such field'
export const READ_ONLY = 'Cannot be changed: send it as it is, or leave it out'

/**
 * Finds read-only fields that a change would alter. A read-only field may be sent with its present
 * value, so that a client can send a row back as it read it. Undefined when nothing is wrong.
 */
export function findReadOnlyProblems(sent: Fields, row: Fields): Problems | undefined {
  const problems = Object.entries(sent).flatMap(([name, value]) => {
    if (!Object.hasOwn(row, name)) return [[name, [NO_SUCH_FIELD]]]
    return isDeepStrictEqual(value, row[name]) ? [] : [[name, [READ_ONLY]]]
  })
  return problems.length === 0 ? undefined : (Object.fromEntries(problems) as Problems)
}
