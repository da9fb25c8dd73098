import { once } from 'node:events'
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type KeyRing } from '#settings/key-ring.ts'
import { BackupRefused, checkBackup, writeBackup } from './backup.ts'
import { type Database } from './client.ts'
import { openSealedStream, SEALED_MAGIC, SealedStreamRefused, sealStream } from './sealed-stream.ts'

/** The first bytes of what gzip writes. */
const GZIP = Buffer.of(0x1f, 0x8b)

/**
 * Writes a backup, compressed and, with a key, encrypted. It is written under a temporary name and
 * renamed when complete, so that a file with the final name is never partial.
 *
 * @param ring `BACKUP_SECRET`; undefined writes it in the clear
 */
export async function writeBackupFile(
  database: Database,
  { file, ring, now }: { file: string; ring: KeyRing | undefined; now: Date },
): Promise<{ rows: number; tables: number }> {
  const part = `${file}.part`
  const zipped = createGzip()
  const source: AsyncIterable<Uint8Array> = ring ? sealStream(zipped, ring) : zipped
  const written = pipeline(source, createWriteStream(part, { mode: 0o600 }))
  const write = async (line: string) => {
    // A full disk ends the way, and nothing drains any more.
    if (!zipped.write(line)) await Promise.race([once(zipped, 'drain'), written])
  }
  const read = async () => {
    try {
      const counted = await writeBackup(database, { now, write })
      zipped.end()
      return counted
    } catch (error) {
      zipped.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  }
  try {
    const [counted] = await Promise.all([read(), written])
    renameSync(part, file)
    return counted
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/**
 * The lines of a backup, encrypted or not.
 *
 * @param ring `BACKUP_SECRET`; undefined when it is not set
 * @throws BackupRefused when it is no backup, damaged, not whole, or of a key that is not set
 */
export async function* readBackupFile(file: string, ring: KeyRing | undefined): AsyncGenerator<string> {
  const isSealed = await beginsSealed(file)
  const bytes = createReadStream(file)
  const unzipped = createGunzip()
  // An error of any part arrives where the lines are read.
  pipeline(isSealed ? openSealedStream(bytes, ring) : bytes, unzipped).catch(() => undefined)
  try {
    yield* linesOf(unzipped)
  } catch (error) {
    throw toRefusal(error)
  } finally {
    bytes.destroy()
  }
}

async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of source) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

/**
 * Reads a backup to its end before anything is restored.
 *
 * @returns when it was made
 * @throws BackupRefused when this release cannot restore it, or when it is damaged or not whole
 */
export async function checkBackupFile(file: string, ring: KeyRing | undefined): Promise<Date> {
  return checkBackup(readBackupFile(file, ring))
}

async function beginsSealed(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const head = Buffer.alloc(SEALED_MAGIC.length)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    const begun = head.subarray(0, bytesRead)
    if (begun.equals(SEALED_MAGIC)) return true
    if (!begun.subarray(0, GZIP.length).equals(GZIP)) throw new BackupRefused('This is no backup.')
    return false
  } finally {
    await handle.close()
  }
}

function toRefusal(error: unknown): Error {
  if (error instanceof BackupRefused) return error
  if (error instanceof SealedStreamRefused) return new BackupRefused(error.message, { cause: error })
  if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))) {
    return new BackupRefused('This backup is damaged or not whole.', { cause: error })
  }
  return error instanceof Error ? error : new Error(String(error))
}
