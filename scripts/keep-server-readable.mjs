import { transform } from 'esbuild'

/**
 * Returns a Vite plugin that leaves only blanks out of the server's files and keeps their names
 * (docs/decisions/211). Scripts that the server's pages name are built beside them and stay as small
 * as browsers get them, because their file names carry a hash of their bytes.
 *
 * @returns {import('vite').Plugin}
 */
export const keepServerReadable = () => ({
  name: 'keep-server-readable',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'ssr',
  configResolved({ build, plugins }) {
    const minifier = plugins.find(({ name }) => name === 'vite:terser')
    if (build.ssr && minifier) minifier.applyToEnvironment = () => false
  },
  async renderChunk(text) {
    const { code } = await transform(text, { minifyWhitespace: true, lineLimit: 160, legalComments: 'none' })
    return { code, map: null }
  },
})
