import { stopWithParent } from '../stop-with-parent.mjs'

// One process of several: it drains by itself when the process that started it has ended.
stopWithParent()
await import('../../build/server.js')
