import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into a shop whose memory is measured: at a signal it collects all that nothing refers to, and
// writes how many bytes stay.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write(`bytes kept: ${String(heapUsed + external)}\n`)
})
