import { spawn } from 'node:child_process'
import { ensureInstalled } from './ensure-installed.mjs'
import { requireNode } from './require-node.mjs'
import { root } from './root.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

// `npm run dev`: Vite reloads the shop; a change of the service or the server restarts the process.
requireNode()
ensureInstalled()
stopWithParent()
const server = spawn(
  process.execPath,
  // Vite briefly writes its compiled configuration next to the source, which must not cause a
  // restart.
  [
    'node_modules/tsx/dist/cli.mjs',
    'watch',
    '--clear-screen=false',
    '--exclude=**/*.timestamp-*',
    'scripts/dev-server.ts',
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'development' } },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 0))
