/**
 * Stores files that are too large for the database. Keys are paths like
 * `photos/2026-12-05/x/photo.jpg`.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Undefined when there is none. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Succeeds also when there is no such file. */
  remove(key: string): Promise<void>
}

/**
 * @throws Error when the key could leave the store; keys are generated here, so that would be a bug
 */
export function checkKey(key: string): string {
  if (/^[\w-]+(\/[\w-][\w.-]*)*$/.test(key)) return key
  throw new Error(`Not a key of the file store: ${key}`)
}
