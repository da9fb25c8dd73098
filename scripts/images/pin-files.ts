import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGE_FILES, imagesIn, withDigests } from './image-names.ts'
import { resolveDigest } from './resolve-digest.ts'

/**
 * Writes the present digest of each image into the files that name it. Nothing is written before all
 * are known, so an unreachable registry leaves the files as they were.
 *
 * @throws ImageNotResolved
 */
export async function pinImages(root: string): Promise<{ name: string; digest: string }[]> {
  const texts = IMAGE_FILES.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const names = [...new Set(texts.flatMap(({ text }) => imagesIn(text).map(({ name }) => name)))]
  const pinned = await Promise.all(names.map(async (name) => ({ name, digest: await resolveDigest(name) })))
  const digests = new Map(pinned.map(({ name, digest }) => [name, digest]))
  for (const { file, text } of texts) writeFileSync(join(root, file), withDigests(text, digests))
  return pinned
}
