import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IMAGE_FILES, imagesIn, listUnpinned } from './image-names.ts'
import { pinImages } from './pin-files.ts'
import { ImageNotResolved, manifestAddress } from './resolve-digest.ts'

const INDEX = 'application/vnd.oci.image.index.v1+json'

/** A registry that speaks the HTTP API of registries and gives anybody a token. */
let registry: Server
let host: string
let root: string
/** The manifest of each tag, and what the registry says its digest is when that is not true. */
let manifests: Map<string, string>
let lies: string | undefined
const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const at = (file: string) => join(root, file)

beforeEach(async () => {
  manifests = new Map()
  lies = undefined
  registry = createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${host}`)
    if (url.pathname === '/token') {
      response.end(JSON.stringify({ token: `for ${String(url.searchParams.get('scope'))}` }))
      return
    }
    const [, name = '', tag = ''] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(url.pathname) ?? []
    const scope = `repository:${name}:pull`
    if (request.headers.authorization !== `Bearer for ${scope}`) {
      const challenge = `Bearer realm="http://${host}/token",service="registry",scope="${scope}"`
      response.writeHead(401, { 'WWW-Authenticate': challenge }).end()
      return
    }
    const manifest = manifests.get(`${name}:${tag}`)
    if (manifest === undefined || !request.headers.accept?.includes(INDEX)) {
      response.writeHead(404).end()
      return
    }
    const digest = lies ?? digestOf(manifest)
    response.writeHead(200, { 'Content-Type': INDEX, 'Docker-Content-Digest': digest }).end(manifest)
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  host = `127.0.0.1:${String((registry.address() as AddressInfo).port)}`
  // Our own files, whose images come from that registry.
  root = mkdtempSync(join(tmpdir(), 'images-'))
  mkdirSync(at('deploy'))
  for (const file of IMAGE_FILES) {
    let text = readFileSync(file, 'utf8')
    const names = new Map(imagesIn(text).map(({ name, digest }) => [name, digest]))
    for (const [name, digest] of names) {
      const named = digest === undefined ? name : `${name}@${digest}`
      text = text.replaceAll(named, `${host}/${name}`)
      manifests.set(name, `{"of":"${name}"}`)
    }
    writeFileSync(at(file), text)
  }
})
afterEach(() => {
  registry.close()
  rmSync(root, { recursive: true })
})

test('every image gets the digest its tag has, and a newer one when the tag was moved', async () => {
  const before = IMAGE_FILES.map((file) => readFileSync(at(file), 'utf8'))
  const unpinned = listUnpinned(root).map(({ file, name }) => `${file} ${name.replace(`${host}/`, '')}`)
  expect(unpinned).toContain('Dockerfile node:22-bookworm-slim')
  expect(unpinned).toContain('compose.cluster.yaml postgres:17-bookworm')
  expect(new Set(unpinned.map((one) => one.split(' ')[0]))).toEqual(new Set(IMAGE_FILES))
  expect(unpinned.filter((one) => / (build|modules)$/.test(one))).toEqual([])

  await pinImages(root)
  expect(listUnpinned(root)).toEqual([])
  const name = `${host}/node:22-bookworm-slim`
  const digest = digestOf('{"of":"node:22-bookworm-slim"}')
  expect(readFileSync(at('Dockerfile'), 'utf8')).toContain(`FROM ${name}@${digest} AS build\n`)
  const without = IMAGE_FILES.map((file) =>
    readFileSync(at(file), 'utf8').replace(/@sha256:[0-9a-f]{64}/g, ''),
  )
  expect(without).toEqual(before)

  manifests.set('node:22-bookworm-slim', 'moved')
  await pinImages(root)
  const moved = readFileSync(at('Dockerfile'), 'utf8')
  expect(moved.split(`${name}@${digestOf('moved')}`)).toHaveLength(3)
  expect(moved).not.toContain(digest)
})

test('a registry that is away, or says another digest, leaves all files as they were', async () => {
  const before = IMAGE_FILES.map((file) => readFileSync(at(file), 'utf8'))
  const refusal = async () => {
    const error: unknown = await pinImages(root).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ImageNotResolved)
    return String(error)
  }
  manifests.delete('postgres:17-bookworm')
  expect(await refusal()).toContain(`${host}/postgres:17-bookworm: its registry answered 404.`)
  manifests.set('postgres:17-bookworm', 'there again')
  lies = digestOf('something else')
  expect(await refusal()).toContain(`its registry says ${lies}, and sent sha256:`)
  registry.close()
  registry.closeAllConnections()
  expect(await refusal()).toContain(`${host} could not be reached.`)
  expect(IMAGE_FILES.map((file) => readFileSync(at(file), 'utf8'))).toEqual(before)
})

test('every image that the shop is built from and runs beside has its digest', () => {
  expect(listUnpinned('.')).toEqual([])
})

test.each([
  ['node:22-bookworm-slim', 'https://registry-1.docker.io/v2/library/node/manifests/22-bookworm-slim'],
  ['team/tool', 'https://registry-1.docker.io/v2/team/tool/manifests/latest'],
  ['ghcr.io/team/tool:1', 'https://ghcr.io/v2/team/tool/manifests/1'],
  ['localhost:5000/tool:1', 'http://localhost:5000/v2/tool/manifests/1'],
])('the manifest of %s is at %s', (image, address) => {
  expect(manifestAddress(image)).toBe(address)
})
