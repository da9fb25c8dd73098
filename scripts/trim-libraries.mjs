import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Library modules that the supported browsers and the few hydrated pages do not need. */
const REPLACED = [
  // Helpers for browsers older than the supported ones.
  [/@conform-to\/\w+\/dist\/_virtual\/_rollupPluginBabelHelpers\.mjs$/, 'form-helpers.mjs'],
  // Links between hydrated pages load documents, so there are no routes to discover.
  [/@remix-run\/react\/dist\/esm\/fog-of-war\.js$/, 'route-discovery.mjs'],
]

/**
 * Returns a Vite plugin that removes unused code from the browser's files, because hydrated pages
 * have a size budget (docs/decisions/103). Switches of `remix.config.js` become constants, so that
 * the code for their other value is dropped.
 *
 * @returns {import('vite').Plugin}
 */
export const trimLibraries = () => ({
  name: 'trim-libraries',
  enforce: 'pre',
  load(id) {
    const [, file] = REPLACED.find(([pattern]) => pattern.test(id)) ?? []
    return file && readFileSync(join(import.meta.dirname, 'browser', file), 'utf8')
  },
  transform(code, id) {
    if (!/@remix-run\/react\/dist\/esm\/\w[\w-]*\.js$/.test(id)) return undefined
    return code
      .replaceAll(/(?:window\.__remixContext\.)?\bfuture\.v3_singleFetch\b/g, 'true')
      .replaceAll('typeof singleFetch === "function"', 'true')
  },
})
