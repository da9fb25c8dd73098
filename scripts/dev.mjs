import { spawn } from 'node:child_process'
import { ensureInstalled } from './ensure-installed.mjs'
import { requireNode } from './require-node.mjs'
import { root } from './root.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

// `npm run dev`: Vite reloads the shop; a change in the service or the server around it starts the
// process anew.
requireNode()
ensureInstalled()
stopWithParent()
const server = spawn(
  process.execPath,
  // Vite writes its compiled settings beside their source for an instant; this is no reason to
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
