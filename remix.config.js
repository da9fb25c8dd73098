/** Pages for whoever works on the shop: no production build has them. */
const WORKSHOP = process.env.NODE_ENV === 'production' ? ['**/style-guide.tsx'] : []

/**
 * Options of the Remix compiler. `vite.config.ts` hands them to the Vite plugin.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: 'index.js',
  ignoredRouteFiles: ['**/.*', '**/*.test.{ts,tsx}', '**/*.css', ...WORKSHOP],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
}
