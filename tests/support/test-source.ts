import { readTestBlocks } from './test-titles.ts'

const COMMENT = /(^|\s)\/\/.*$/gm
/** Lines that say what is not on the page. */
const ABSENT = /^.*(\.not\.|toHaveCount\(0\)).*$/gm
const CONSTANT = /^const (\w+) =\s*(['"`].*['"`])$/gm
/** A text that goes on in the next line. */
const CONTINUED = /(['"`]) \+\n\s*['"`]/g

/**
 * What a test's source says below its title, for whoever looks for words in it: without comments,
 * without the lines that tell what is absent, and with the texts of the file's constants it names.
 * Reads files as the formatter leaves them.
 *
 * @param file from the top of the repository. @returns undefined when there is no such file or no
 *   such test
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
