import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that name images of others, from the root of the repository. */
export const IMAGE_FILES = [
  'Dockerfile',
  'deploy/haproxy.Dockerfile',
  'deploy/pgbouncer.Dockerfile',
  'compose.yaml',
  'compose.cluster.yaml',
] as const

/** An image as a file names it: `postgres:17-bookworm@sha256:…`. */
export interface NamedImage {
  /** Without its digest. */
  name: string
  /** `sha256:…`; undefined when the name follows whatever its tag is moved to. */
  digest: string | undefined
}

/** `FROM name AS stage` of a Dockerfile, or `image: name` of a compose file. */
const NAMED = /^(\s*(?:FROM|image:)\s+(?:--platform=\S+\s+)?)(['"]?)([^\s'"@]+)(?:@(sha256:[0-9a-f]{64}))?/gim
const STAGE = /^FROM\s+.+\s+AS\s+(\S+)\s*$/gim

/** The images that a text names, without those that it builds itself. */
export function imagesIn(text: string): NamedImage[] {
  const stages = new Set([...text.matchAll(STAGE)].map(([, stage]) => stage))
  return [...text.matchAll(NAMED)]
    .map(([, , , name = '', digest]) => ({ name, digest }))
    .filter(({ name }) => !stages.has(name) && name !== 'scratch')
}

/** The text with each image at the digest that `digests` has for its name. */
export const withDigests = (text: string, digests: ReadonlyMap<string, string>): string =>
  text.replace(NAMED, (whole, begin: string, quote: string, name: string) => {
    const digest = digests.get(name)
    return digest === undefined ? whole : `${begin}${quote}${name}@${digest}`
  })

/** Each image without a digest, with its file. */
export const listUnpinned = (root: string): { file: string; name: string }[] =>
  IMAGE_FILES.flatMap((file) =>
    imagesIn(readFileSync(join(root, file), 'utf8'))
      .filter(({ digest }) => digest === undefined)
      .map(({ name }) => ({ file, name })),
  )
