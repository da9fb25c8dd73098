// Replaces the router's route discovery: see `scripts/trim-libraries.mjs`.
import { matchRoutes } from '@remix-run/router'

export const isFogOfWarEnabled = () => true
export const getPartialManifest = (/** @type {unknown} */ manifest) => manifest
export const useFogOFWarDiscovery = () => undefined

/** Loads a page without a known route as a document. */
export function getPatchRoutesOnNavigationFunction() {
  return (/** @type {{ path: string }} */ { path }) => {
    const { routes, state } = window.__remixRouter
    if (matchRoutes(routes, path)) return undefined
    const { pathname, search, hash } = state.navigation.location ?? { pathname: path, search: '', hash: '' }
    window.location.assign(pathname + search + hash)
    // The current page stays until the next document loads.
    return new Promise(() => undefined)
  }
}
