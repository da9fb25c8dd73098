import { readTestBlocks } from './test-titles.ts'

const COMMENT = /(^|\s)\/\/.*$/gm
/** Lines that expect a text to be absent. */
const ABSENT = /^.*(\.not\.|toHaveCount\(0\)).*$/gm
const CONSTANT = /^const (\w+) =\s*(['"`].*['"`])$/gm
/** A text that continues in the next line. */
const CONTINUED = /(['"`]) \+\n\s*['"`]/g

/**
 * Returns a test's source below its title, without comments and without lines that expect a text to
 * be absent, and with the texts of the constants that it names. It reads files as the formatter
 * writes them.
 * @param file from the top of the repository
 * @returns undefined when there is no such file or no such test
 */
export function readTestSource(file: string, title: string): string | undefined {
  const node = readTestBlocks(file)?.find((block) => block.title === title)?.node
  if (node === undefined) return undefined
  const source = node.getSourceFile().text.replace(CONTINUED, '')
  const body = node
    .getText()
    .slice(title.length)
    .replace(CONTINUED, '')
    .replace(COMMENT, '')
    .replace(ABSENT, '')
  const named = [...source.matchAll(CONSTANT)].filter(([, name = '']) =>
    new RegExp(`\\b${name}\\b`).test(body),
  )
  return [body, ...named.map(([, , text = '']) => text)].join('\n')
}
