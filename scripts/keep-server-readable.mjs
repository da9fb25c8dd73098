import { transform } from 'esbuild'

/** All characters are escaped that V8 would not keep in one byte (refuse-wide-text.mjs). */
const AS_SMALL_TEXT = { minifyWhitespace: true, charset: 'ascii', lineLimit: 160, legalComments: 'none' }

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
  renderChunk: {
    // After Vite's own step, which would set the text in lines again and write characters as they are.
    order: 'post',
    async handler(text) {
      const { code } = await transform(text, AS_SMALL_TEXT)
      return { code, map: null }
    },
  },
})
