import cascadeLayers from '@csstools/postcss-cascade-layers'

/**
 * Browsers that do not know cascade layers would drop every rule in one: the build writes them as
 * plain rules.
 */
export default { plugins: [cascadeLayers()] }
