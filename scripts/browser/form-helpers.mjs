// The helpers that `@conform-to/*` needs in the supported browsers: see
// `scripts/trim-libraries.mjs`.

/**
 * Merges objects into the first one. As in the library's compiled code, every second source keeps
 * its accessors.
 * @param {object} target
 * @param {...(object | null | undefined)} sources
 */
export function objectSpread2(target, ...sources) {
  for (const [at, source] of sources.entries()) {
    if (at % 2) Object.defineProperties(target, Object.getOwnPropertyDescriptors(source ?? {}))
    else Object.assign(target, source)
  }
  return target
}

/**
 * @param {Record<string, unknown>} source
 * @param {string[]} excluded
 */
export function objectWithoutProperties(source, excluded) {
  const rest = { ...source }
  for (const key of excluded) Reflect.deleteProperty(rest, key)
  return rest
}
