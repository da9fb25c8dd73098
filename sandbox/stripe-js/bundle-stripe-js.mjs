import { fileURLToPath } from 'node:url'

/** @returns {Promise<string>} one classic script for browsers */
export async function bundleStripeJs() {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./stripe-js.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox111', 'safari16.4'],
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
  })
  return outputFiles[0].text
}
