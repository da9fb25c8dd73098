import { build as bundle } from 'esbuild'
import { spawnSync } from 'node:child_process'

const remix = spawnSync(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build'], {
  stdio: 'inherit',
})
if (remix.status !== 0) process.exit(remix.status ?? 1)
await bundle({
  entryPoints: ['server.ts'],
  outfile: 'build/server.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  alias: { '#api': './api', '#settings': './settings', '#contract': './contract', '#sandbox': './sandbox' },
  logLevel: 'warning',
})
