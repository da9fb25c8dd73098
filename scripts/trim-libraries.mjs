import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Modules of libraries that browsers of our target, and our few hydrated pages, do not need. */
const REPLACED = [
  // Helpers for browsers that are older than our target.
  [/@conform-to\/\w+\/dist\/_virtual\/_rollupPluginBabelHelpers\.mjs$/, 'form-helpers.mjs'],
  // Hydrated pages lead to one another as documents: no route is to be discovered.
  [/@remix-run\/react\/dist\/esm\/fog-of-war\.js$/, 'route-discovery.mjs'],
]

/**
 * A Vite plugin that leaves out of the browser's files what no page needs, because hydrated pages
 * have a budget (docs/decisions/103). Switches of `remix.config.js` become constants, so that the
 * code for their other position is dropped.
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
