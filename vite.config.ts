import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'

export default defineConfig({
  plugins: [remix(remixConfig)],
  build: {
    minify: 'terser',
    terserOptions: { compress: { passes: 3 } },
    assetsInlineLimit: 0,
  },
})
