import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, type FileStore } from './file-store.ts'

/** Files in a folder of this machine: for one process, or several that share a disk. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, checkKey(key))
  return {
    put: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // Whole or not at all: a reader never finds half a picture.
      const half = `${path}.${randomUUID()}`
      await writeFile(half, bytes, { mode: 0o600 })
      await rename(half, path)
    },
    get: async (key) => {
      try {
        return new Uint8Array(await readFile(pathOf(key)))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
