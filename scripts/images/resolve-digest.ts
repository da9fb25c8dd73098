import { createHash } from 'node:crypto'

/** A registry that does not answer as it should, in a sentence that names the image. */
export class ImageNotResolved extends Error {
  override name = 'ImageNotResolved'
}

const TIMEOUT_MS = 20_000
/** An image of several processors is an index of manifests; its digest stands for all of them. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

const HUB = 'registry-1.docker.io'
const LOOPBACK = /^(?:localhost|127\.|\[::1\])/

/** Where a registry has the manifest of an image's tag, by the rules of Docker's names. */
export function manifestAddress(image: string): string {
  const [first = '', ...others] = image.split('/')
  const hasHost = others.length > 0 && /[.:]|^localhost$/.test(first)
  const host = hasHost ? first : HUB
  const [, path = '', tag = 'latest'] = /^(.*?)(?::([^/:]+))?$/.exec(hasHost ? others.join('/') : image) ?? []
  const name = !hasHost && !path.includes('/') ? `library/${path}` : path
  return `${LOOPBACK.test(host) ? 'http' : 'https'}://${host}/v2/${name}/manifests/${tag}`
}

/**
 * Asks an image's registry which digest its tag has now. The digest is computed from what the registry
 * sends, and must be what it says.
 *
 * @throws ImageNotResolved
 */
export async function resolveDigest(image: string): Promise<string> {
  const url = manifestAddress(image)
  const answer = await askAsAnybody(image, url)
  if (!answer.ok) throw new ImageNotResolved(`${image}: its registry answered ${String(answer.status)}.`)
  const digest = `sha256:${createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')}`
  const said = answer.headers.get('Docker-Content-Digest')
  if (said !== null && said !== digest)
    throw new ImageNotResolved(`${image}: its registry says ${said}, and sent ${digest}.`)
  return digest
}

/** Public images need a token too, which the registry's first answer says where to get. */
async function askAsAnybody(image: string, url: string): Promise<Response> {
  const first = await ask(image, url, { Accept: MANIFESTS })
  const challenge = first.headers.get('WWW-Authenticate') ?? ''
  if (first.status !== 401 || !/^Bearer /i.test(challenge)) return first
  const { realm, ...scope } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  if (realm === undefined || !URL.canParse(realm))
    throw new ImageNotResolved(`${image}: its registry does not say where to get a token.`)
  const granted = await ask(image, `${realm}?${new URLSearchParams(scope).toString()}`, {})
  const body = (await granted.json().catch(() => ({}))) as { token?: string; access_token?: string }
  const token = body.token ?? body.access_token
  if (!token) throw new ImageNotResolved(`${image}: its registry gave no token.`)
  return ask(image, url, { Accept: MANIFESTS, Authorization: `Bearer ${token}` })
}

async function ask(image: string, url: string, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    throw new ImageNotResolved(`${image}: ${new URL(url).host} could not be reached.`, { cause: error })
  }
}
