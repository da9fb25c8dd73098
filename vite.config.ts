import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'

/**
 * What the hydrated pages share: one file weighs two kilobytes less than the dozen it would be.
 * Parts that only plain pages draw stay out of it.
 */
const SHARED = new RegExp(
  [
    String.raw`/app/(styles`,
    String.raw`|components/(ui/(?!field-group|notice|scroll-region|select-field)`,
    String.raw`|wordmark|service-words|shell-data|site-|page-|document-meta`,
    String.raw`|nonce|loading|reload|last-answer)`,
    String.raw`|checkout/(breakdown-rows|format-dollars|local-time|tag-chips|step`,
    String.raw`|order-summary|checkout-query|needs-script))`,
  ].join(''),
)

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig)],
  // An import of types alone must not pull a server's module into the browser's files.
  esbuild: { tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } } },
  build: {
    target: 'es2020',
    minify: 'terser',
    // Licences stand in the packages' own files. No getter anywhere does more than get. What the
    // router only warns developers of in the console (0.8 kB) does not travel to shoppers.
    terserOptions: {
      ecma: 2020,
      compress: {
        passes: 3,
        ecma: 2020,
        pure_getters: true,
        pure_funcs: ['warning', 'warningOnce', 'logV6DeprecationWarnings'],
      },
      format: { ecma: 2020, comments: false },
    },
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild
      ? {}
      : { output: { manualChunks: (id) => (SHARED.test(id) ? 'frame' : undefined) } },
  },
}))
