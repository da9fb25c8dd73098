import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { findKey, KEY_ID_LENGTH, type KeyRing } from '#settings/key-ring.ts'

/** The first bytes of an encrypted file, with the version of its format. */
export const SEALED_MAGIC = Buffer.from('FSBACK1\n', 'latin1')
const SALT_BYTES = 32
const HEADER_BYTES = SEALED_MAGIC.length + KEY_ID_LENGTH + SALT_BYTES
/** Plain bytes of each chunk but the last one. */
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
const NONCE_BYTES = 12

/** An encrypted file that cannot be read: of another key, damaged, or not whole. */
export class SealedStreamRefused extends Error {
  override name = 'SealedStreamRefused'
}

const DAMAGED = 'This backup is damaged or not whole: a part of it is not as it was written.'

/** Each file has a key of its own, so the nonces of its chunks may simply count. */
const fileKey = (secret: string, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'flight-shop/backup/1', 32))

/** The last chunk has a nonce of its own, so that a file that was cut is not taken for a whole one. */
function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(chunk, NONCE_BYTES - 7, 6)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

/** Cuts a stream into chunks of this size; the last one is shorter, and may be empty. */
async function* cut(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let rest = Buffer.alloc(0)
  for await (const part of source) {
    rest = Buffer.concat([rest, part])
    while (rest.length > size) {
      yield { bytes: rest.subarray(0, size), isLast: false }
      rest = rest.subarray(size)
    }
  }
  yield { bytes: rest, isLast: true }
}

/**
 * Encrypts a stream with the newest key: a header of 44 bytes (name of the format, id of the key,
 * salt), then chunks of 64 KiB, each AES-256-GCM with its tag and bound to its place, the header and
 * whether it is the last one.
 */
export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  [newest]: KeyRing,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const header = Buffer.concat([SEALED_MAGIC, Buffer.from(newest.id, 'latin1'), salt])
  const key = fileKey(newest.secret, salt)
  yield header
  let number = 0
  for await (const { bytes, isLast } of cut(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    cipher.setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/**
 * Decrypts what `sealStream` made. A chunk is passed on only after its tag was checked; whether the
 * file is whole shows at its end.
 *
 * @param ring `BACKUP_SECRET`; undefined when it is not set
 * @throws SealedStreamRefused with a sentence for whoever restores it
 */
export async function* openSealedStream(
  source: AsyncIterable<Uint8Array>,
  ring: KeyRing | undefined,
): AsyncGenerator<Buffer> {
  let opening: { header: Buffer; key: Buffer } | undefined
  let number = 0
  const openChunk = (bytes: Buffer, isLast: boolean): Buffer => {
    if (!opening || bytes.length < TAG_BYTES) throw new SealedStreamRefused(DAMAGED)
    const { header, key } = opening
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(header)
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    number += 1
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch (error) {
      throw new SealedStreamRefused(DAMAGED, { cause: error })
    }
  }
  for await (const { bytes, isLast } of cut(afterHeader(), CHUNK_BYTES + TAG_BYTES)) {
    yield openChunk(bytes, isLast)
  }

  async function* afterHeader(): AsyncGenerator<Uint8Array> {
    let head = Buffer.alloc(0)
    for await (const part of source) {
      if (opening) {
        yield part
        continue
      }
      head = Buffer.concat([head, part])
      if (head.length < HEADER_BYTES) continue
      const header = head.subarray(0, HEADER_BYTES)
      opening = { header, key: keyOf(header, ring) }
      yield head.subarray(HEADER_BYTES)
    }
    if (!opening) throw new SealedStreamRefused(DAMAGED)
  }
}

function keyOf(header: Buffer, ring: KeyRing | undefined): Buffer {
  const at = SEALED_MAGIC.length
  const id = header.toString('latin1', at, at + KEY_ID_LENGTH)
  const named = /^\w+$/.test(id) ? id : undefined
  if (!header.subarray(0, at).equals(SEALED_MAGIC) || named === undefined)
    throw new SealedStreamRefused(DAMAGED)
  if (!ring) {
    throw new SealedStreamRefused(
      `This backup is encrypted with the key ${named}: set BACKUP_SECRET to the value it was made with.`,
    )
  }
  const key = findKey(ring, named)
  if (!key) {
    throw new SealedStreamRefused(
      `This backup is encrypted with the key ${named}, which BACKUP_SECRET does not hold: add the value it ` +
        'was made with, after a comma.',
    )
  }
  return fileKey(key.secret, header.subarray(at + KEY_ID_LENGTH))
}
