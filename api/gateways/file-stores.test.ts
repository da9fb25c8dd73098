import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store } from './s3-store.ts'

const ACCOUNT = { region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'a secret of the tests' }
const KEY = 'photos/2026-12-05/KRN1-x/photo.jpg'
const bytes = new Uint8Array([0, 255, 13, 10, 7])

/**
 * A test bucket that accepts only requests signed by Signature Version 4. It computes the signature
 * from the documentation, independently of the client.
 */
function openBucket(): {
  server: Server
  stored: Map<string, Buffer>
  refused: string[]
  fail: { times: number }
} {
  const stored = new Map<string, Buffer>()
  const refused: string[] = []
  const fail = { times: 0 }
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => response.writeHead(status).end(body))
  })
  return { server, stored, refused, fail }

  async function answer(request: IncomingMessage): Promise<[number, Buffer | string]> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const problem = problemOf(request, body)
    if (problem) {
      refused.push(problem)
      return [403, problem]
    }
    if (fail.times > 0) {
      fail.times -= 1
      return [503, 'slow down']
    }
    const path = request.url ?? ''
    if (request.method === 'PUT') stored.set(path, body)
    if (request.method === 'DELETE') return stored.delete(path) ? [204, ''] : [204, '']
    const found = stored.get(path)
    return found ? [200, request.method === 'GET' ? found : ''] : [404, 'NoSuchKey']
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

function problemOf(request: IncomingMessage, body: Buffer): string | undefined {
  const found = new RegExp(
    [
      String.raw`^AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request`,
      String.raw`, SignedHeaders=([^,]+), Signature=(\w+)$`,
    ].join(''),
  ).exec(request.headers.authorization ?? '')
  if (!found) return 'not signed'
  const [, id, day = '', region = '', names = '', signature] = found
  if (id !== ACCOUNT.accessKeyId || region !== ACCOUNT.region) return 'another account or region'
  const hash = String(request.headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) return 'another body'
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name])}\n`)
  const canonical = [request.method, request.url, '', headers.join(''), names, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, sha256(canonical)].join(
    '\n',
  )
  const key = hmac(hmac(hmac(hmac(`AWS4${ACCOUNT.secretAccessKey}`, day), region), 's3'), 'aws4_request')
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
    ? undefined
    : 'a wrong signature'
}

const bucket = openBucket()
let folder: string
const stores: Record<'folder' | 'bucket', () => FileStore> = {
  folder: () => createFolderStore(folder),
  bucket: () => createS3Store({ ...ACCOUNT, bucketUrl: bucketUrl() }),
}
const bucketUrl = () => `http://127.0.0.1:${String((bucket.server.address() as AddressInfo).port)}/our-photos`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  await new Promise<void>((resolve) => bucket.server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  bucket.server.close()
  await rm(folder, { recursive: true })
})

describe.each(['folder', 'bucket'] as const)('a %s', (kind) => {
  test('stores files until they are removed', async () => {
    const store = stores[kind]()
    expect(await store.get(KEY)).toBeUndefined()
    await store.put(KEY, bytes, 'image/jpeg')
    expect(await store.get(KEY)).toEqual(bytes)
    await store.put(KEY, new Uint8Array([1]), 'image/jpeg')
    expect(await store.get(KEY)).toEqual(new Uint8Array([1]))
    await store.remove(KEY)
    await store.remove(KEY)
    expect(await store.get(KEY)).toBeUndefined()
  })

  test.each(['../secrets.json', '/etc/passwd', 'photos/../../x', 'photos//x', 'a/.hidden'])(
    'refuses the key %s',
    async (key) => {
      const store = stores[kind]()
      await expect((async () => store.get(key))()).rejects.toThrow('Not a key')
      await expect((async () => store.put(key, bytes, 'image/jpeg'))()).rejects.toThrow('Not a key')
    },
  )
})

test('a folder contains no partially written files', async () => {
  const store = createFolderStore(folder)
  await Promise.all(Array.from({ length: 8 }, () => store.put('photos/many/photo.jpg', bytes, 'image/jpeg')))
  expect(await readdir(join(folder, 'photos/many'))).toEqual(['photo.jpg'])
})

test('requests to a bucket are signed and retried while it is busy', async () => {
  const store = stores.bucket()
  bucket.fail.times = 1
  await store.put(KEY, bytes, 'image/jpeg')
  expect(await store.get(KEY)).toEqual(bytes)
  expect(bucket.refused).toEqual([])
  const stranger = createS3Store({ ...ACCOUNT, secretAccessKey: 'guessed', bucketUrl: bucketUrl() })
  await expect(stranger.get(KEY)).rejects.toThrow('answered 403')
  expect(bucket.refused).toEqual(['a wrong signature'])
})
