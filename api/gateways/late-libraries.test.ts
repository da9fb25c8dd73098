import { resolve } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** The packages that a file of the built server loads at its start, as `scripts/build.mjs` bundles it. */
async function readEarlyImports(file: string): Promise<string[]> {
  const { outputFiles } = await build({
    ...{ entryPoints: [resolve(import.meta.dirname, file)], bundle: true, write: false },
    ...{ platform: 'node', format: 'esm', packages: 'external' },
  })
  const text = outputFiles[0]?.text ?? ''
  return [...text.matchAll(/^import (?:[^"]* from )?"([^"]+)";/gm)].map(([, name = '']) => name)
}

it('loads the provider of texts with the first text, because it takes time and 22 MB', async () => {
  expect(await readEarlyImports('twilio-texter.ts')).not.toContain('twilio')
  // The reader of imports sees what is loaded at the start.
  expect(await readEarlyImports('stripe-client.ts')).toContain('stripe')
})
