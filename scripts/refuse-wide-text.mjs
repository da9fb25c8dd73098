import { readFile } from 'node:fs/promises'

/**
 * Finds a character that V8 cannot keep in one byte. It keeps the text of a program as long as the
 * process runs, and a single such character doubles all of it.
 *
 * @param {string} text
 * @returns {string | undefined} the character with what stands around it
 */
export function findWideCharacter(text) {
  const at = text.search(/[^\0-\u00ff]/)
  return at < 0 ? undefined : text.slice(Math.max(0, at - 40), at + 40)
}

/**
 * Refuses a program whose text would take twice its size in memory. The bundler escapes strings; in a
 * regular expression or a tagged template the escape must be written in the source.
 *
 * @param {string} file
 */
export async function refuseWideText(file) {
  const found = findWideCharacter(await readFile(file, 'utf8'))
  if (found !== undefined) throw new Error(`${file} has a character beyond Latin 1, escape it: ${found}`)
}
