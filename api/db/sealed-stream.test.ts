import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type KeyRing, makeKeyRing } from '#settings/key-ring.ts'
import { openSealedStream, SealedStreamRefused, sealStream } from './sealed-stream.ts'

const RING = makeKeyRing(['a secret for the backups of the tests'])
const OTHER = makeKeyRing(['another secret for backups of the tests'])
const CHUNK = 65_536
const SEALED_CHUNK = CHUNK + 16
const HEADER = 44

const collect = async (parts: AsyncIterable<Buffer>): Promise<Buffer> =>
  Buffer.concat(await Readable.from(parts).toArray())
/** In pieces of another size than the chunks. */
function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const sealed = (bytes: Buffer, ring = RING) => collect(sealStream(Readable.from(pieces(bytes, 10_007)), ring))
const opened = (bytes: Buffer, ring: KeyRing | undefined = RING) =>
  collect(openSealedStream(Readable.from(pieces(bytes, 9_973)), ring))
const textOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 31) % 251))

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
  '%i bytes come back as they were',
  async (length) => {
    const text = textOf(length)
    const file = await sealed(text)
    expect(file.length).toBe(HEADER + length + 16 * Math.max(1, Math.ceil(length / CHUNK)))
    expect((await opened(file)).equals(text)).toBe(true)
  },
)

test('the same text is another file each time, which does not contain it', async () => {
  const text = Buffer.from('dana@example.com '.repeat(10))
  const [first, second] = [await sealed(text), await sealed(text)]
  expect(first.equals(second)).toBe(false)
  expect(first.includes('dana@example.com')).toBe(false)
})

describe('a file is refused', () => {
  const text = textOf(2 * CHUNK + 100)
  const chunk = (file: Buffer, at: number) =>
    file.subarray(HEADER + at * SEALED_CHUNK, HEADER + (at + 1) * SEALED_CHUNK)
  const head = (file: Buffer) => file.subarray(0, HEADER)

  test.each<[string, (file: Buffer) => Buffer]>([
    ['without its last chunk', (file) => file.subarray(0, HEADER + 2 * SEALED_CHUNK)],
    ['without its last byte', (file) => file.subarray(0, -1)],
    ['without its first chunk', (file) => Buffer.concat([head(file), chunk(file, 1), chunk(file, 2)])],
    [
      'with two chunks the other way round',
      (file) => Buffer.concat([head(file), chunk(file, 1), chunk(file, 0), chunk(file, 2)]),
    ],
    [
      'with a chunk twice',
      (file) => Buffer.concat([head(file), chunk(file, 0), chunk(file, 0), chunk(file, 2)]),
    ],
    ['with something after its end', (file) => Buffer.concat([file, Buffer.of(0)])],
    ['of its header alone', head],
    ['of half a header', (file) => file.subarray(0, 20)],
  ])('%s', async (_name, harm) => {
    await expect(opened(harm(await sealed(text)))).rejects.toThrow(SealedStreamRefused)
    await expect(opened(harm(await sealed(text)))).rejects.toThrow('damaged or not whole')
  })

  test('with any byte changed', async () => {
    const file = await sealed(textOf(CHUNK + 10))
    for (const at of [0, 8, 12, 30, HEADER, HEADER + 500, HEADER + CHUNK + 3, file.length - 1]) {
      const changed = Buffer.from(file)
      changed.writeUInt8(file.readUInt8(at) ^ 1, at)
      await expect(opened(changed), `byte ${String(at)}`).rejects.toThrow(SealedStreamRefused)
    }
  })

  test('with a sentence that names the key, when that is not set', async () => {
    const file = await sealed(text, OTHER)
    const [{ id }] = OTHER
    await expect(opened(file)).rejects.toThrow(
      `encrypted with the key ${id}, which BACKUP_SECRET does not hold`,
    )
    await expect(collect(openSealedStream(Readable.from([file]), undefined))).rejects.toThrow(
      `encrypted with the key ${id}: set BACKUP_SECRET`,
    )
    expect((await opened(file, [...RING, ...OTHER])).equals(text)).toBe(true)
  })
})
