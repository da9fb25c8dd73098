import { BlockList, isIP } from 'node:net'

/**
 * Networks that are nobody's on the internet: this machine's, inner ones, and those with an IPv4
 * address inside.
 */
const V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Of IPv6 only 2000::/3 is given out; of that, what tunnels to somewhere else is left out. */
const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const closed = new BlockList()
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')
const add = (network: string, type: 'ipv4' | 'ipv6') => {
  const [address = '', bits = ''] = network.split('/')
  closed.addSubnet(address, Number(bits), type)
}
for (const network of V4) add(network, 'ipv4')
for (const network of V6) add(network, 'ipv6')

/** Whether an address is of the internet, and not of this machine or a network behind it. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closed.check(address, 'ipv4')
  return version === 6 && given.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Of this machine alone. */
export const isLoopbackAddress = (address: string): boolean => /^127\./.test(address) || address === '::1'
