import { listUnpinned } from './images/image-names.ts'
import { pinImages } from './images/pin-files.ts'
import { root } from './root.mjs'

/**
 * `npm run pin-images` asks the registries which digests the tags of our images have now and writes
 * them into the files; again, it renews them. `-- --check` asks nobody, lists images without a digest,
 * and ends with 1 when there is one.
 */
async function run(check: boolean): Promise<number> {
  if (!check) {
    for (const { name, digest } of await pinImages(root)) console.log(`${name}@${digest}`)
    console.log('Read what changed, build, and commit it.')
    return 0
  }
  const unpinned = listUnpinned(root)
  for (const { file, name } of unpinned) console.log(`${file}: ${name} has no digest`)
  console.log(unpinned.length === 0 ? 'Every image has its digest.' : 'npm run pin-images writes them.')
  return unpinned.length === 0 ? 0 : 1
}

process.exitCode = await run(process.argv.includes('--check')).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 2
})
