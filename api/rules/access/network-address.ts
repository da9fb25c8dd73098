import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
/** A home or a server gets at least a /64 network and may use any address in it. */
const NETWORK_GROUPS = 4

/**
 * The network that counts as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address.
 * An IPv4 address mapped into IPv6 (`::ffff:192.0.2.1`) counts as the IPv4 address.
 * @returns undefined when the text is no address
 */
export function getNetworkPrefix(address: string): string | undefined {
  const bare = address.replace(/%.*$/, '').toLowerCase()
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return undefined
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  if (embedded) return embedded
  return `${expand(bare).slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Expands an IPv6 address to its eight groups, without leading zeros. */
function expand(address: string): string[] {
  const hexadecimal = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((one) => one.toString(16)).join(':'),
  )
  const [before = '', after] = hexadecimal.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = Array<string>(GROUPS - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16).toString(16))
}
