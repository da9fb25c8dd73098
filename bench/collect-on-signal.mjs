// Loaded into a shop whose memory is measured, which is started with `--expose-gc`: at a signal it
// collects all that nothing refers to, and writes how many bytes stay.
process.on('SIGUSR2', () => {
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write(`bytes kept: ${String(heapUsed + external)}\n`)
})
