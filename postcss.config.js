import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import cascadeLayers from '@csstools/postcss-cascade-layers'

const BRANDS = join(import.meta.dirname, 'brands')

/** Replaces `@brand-themes` by the theme.css of every folder in brands/. */
const brandThemes = {
  postcssPlugin: 'brand-themes',
  AtRule: {
    'brand-themes': (rule, { result, postcss }) => {
      const folders = readdirSync(BRANDS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
      const themes = folders.map(({ name }) => {
        const file = join(BRANDS, name, 'theme.css')
        result.messages.push({ type: 'dependency', plugin: 'brand-themes', file })
        return postcss.parse(readFileSync(file, 'utf8'), { from: file })
      })
      rule.replaceWith(...themes)
    },
  },
}

/**
 * Browsers that do not know cascade layers would drop every rule in one: the build writes them as
 * plain rules.
 */
export default { plugins: [brandThemes, cascadeLayers()] }
