import { checkKey, type FileStore } from '#api/gateways/file-store.ts'

/** A file store that keeps nothing. */
export function memoryFiles(): FileStore {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    put: (key, bytes) => {
      files.set(checkKey(key), new Uint8Array(bytes))
      return Promise.resolve()
    },
    get: (key) => Promise.resolve(files.get(key)),
    remove: (key) => {
      files.delete(key)
      return Promise.resolve()
    },
  }
}
