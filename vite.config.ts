import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'

export default defineConfig({
  plugins: [remix(remixConfig)],
  // An import of types alone must not pull a server's module into the browser's files.
  esbuild: { tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } } },
  build: {
    minify: 'terser',
    terserOptions: { compress: { passes: 3 } },
    assetsInlineLimit: 0,
  },
})
