const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

/** Exits with one sentence when Node is too old to run the shop. */
export function requireNode() {
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `The shop needs Node 20.19 or newer; this is ${process.versions.node}. Get it from https://nodejs.org.`,
  )
  process.exit(1)
}
