import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const compressible = new Set([
  '.css',
  '.html',
  '.ico',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.webmanifest',
  '.xml',
])

/**
 * Writes `x.br` and `x.gz` next to each file that becomes smaller; the server sends them unchanged.
 */
export async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(file) {
  const content = await readFile(file)
  const best = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }
  const [br, gz] = await Promise.all([brotli(content, best), gzipped(content, { level: 9 })])
  // A file that hardly shrinks is sent faster uncompressed.
  if (br.length < content.length * 0.95) await writeFile(`${file}.br`, br)
  if (gz.length < content.length * 0.95) await writeFile(`${file}.gz`, gz)
}
