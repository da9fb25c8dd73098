import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const COMMENT = /(^|\s)\/\/.*$/gm
/** Lines that say what is not on the page. */
const ABSENT = /^.*(\.not\.|toHaveCount\(0\)).*$/gm
const CONSTANT = /^const (\w+) =\s*(['"`].*['"`])$/gm

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * What a test's source says below its title, for whoever looks for words in it: without comments,
 * without the lines that tell what is absent, and with the texts of the file's constants it names.
 * Reads files as the formatter leaves them.
 *
 * @param file from the top of the repository. @returns undefined when there is no such file or no
 *   such test
 */
export function readTestSource(file: string, title: string): string | undefined {
  const path = resolve(root, file)
  if (!existsSync(path)) return undefined
  const source = readFileSync(path, 'utf8')
  const begin = new RegExp(`^( *)test(?:\\.\\w+)*\\(\\s*(['"\`])${escaped(title)}\\2,`, 'm').exec(source)
  if (!begin) return undefined
  const rest = source.slice(begin.index + begin[0].length)
  const end = new RegExp(`^${begin[1] ?? ''}\\}?\\)$`, 'm').exec(rest)
  const body = rest.slice(0, end?.index).replace(COMMENT, '').replace(ABSENT, '')
  const named = [...source.matchAll(CONSTANT)].filter(([, name = '']) =>
    new RegExp(`\\b${name}\\b`).test(body),
  )
  return [body, ...named.map(([, , text = '']) => text)].join('\n')
}
