import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const TITLE = /^\s*(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm
/** `test.each(rows)('title', …)`: the title stands after the closing bracket of the rows. */
const EACH = /\.each(?:<[^>]*>)?\([\s\S]*?\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g

/**
 * The titles of a test file as they stand in its source; a title made of parts has its `${…}` and
 * `%s` in it.
 *
 * @param file from the top of the repository. @returns undefined when there is no such file
 */
export function readTestTitles(file: string): string[] | undefined {
  const path = resolve(root, file)
  if (!existsSync(path)) return undefined
  const source = readFileSync(path, 'utf8')
  return [...source.matchAll(TITLE), ...source.matchAll(EACH)].map((match) => match[2] ?? '')
}
