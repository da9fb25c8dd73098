import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

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
 * Refuses programs of the server whose text would take twice its size in memory. The bundlers escape
 * strings; in a regular expression or a tagged template the escape must be written in the source.
 *
 * @param {string} folder of the build
 */
export async function refuseWideText(folder) {
  const assets = join(folder, 'server/assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  for (const file of [join(folder, 'server.js'), ...names.map((name) => join(assets, name))]) {
    const found = findWideCharacter(await readFile(file, 'utf8'))
    if (found !== undefined) throw new Error(`${file} has a character beyond Latin 1, escape it: ${found}`)
  }
}
