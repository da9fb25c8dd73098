import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The file of a folder that was written last. A backup that is being written is not looked at: it
 * ends in `.part`.
 *
 * @returns undefined when there is none, or no such folder
 */
export async function findNewestBackup(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const names = entries.filter((one) => one.isFile() && !/^\.|\.part$/.test(one.name)).map(({ name }) => name)
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const newest = found.sort((a, b) => b.at - a.at || b.name.localeCompare(a.name)).at(0)
  return newest && join(folder, newest.name)
}
