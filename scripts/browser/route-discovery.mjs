// Takes the place of the router's discovery of routes: see `scripts/trim-libraries.mjs`.
import { matchRoutes } from '@remix-run/router'

export const isFogOfWarEnabled = () => true
export const getPartialManifest = (/** @type {unknown} */ manifest) => manifest
export const useFogOFWarDiscovery = () => undefined

/** A page that the router does not know loads as a document. */
export function getPatchRoutesOnNavigationFunction() {
  return (/** @type {{ path: string }} */ { path }) => {
    const { routes, state } = window.__remixRouter
    if (matchRoutes(routes, path)) return undefined
    const { pathname, search, hash } = state.navigation.location ?? { pathname: path, search: '', hash: '' }
    window.location.assign(pathname + search + hash)
    // The page stays as it is until the next one is there.
    return new Promise(() => undefined)
  }
}
