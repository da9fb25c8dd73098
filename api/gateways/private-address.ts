import { BlockList, isIP } from 'node:net'

/**
 * IPv4 networks that are not reachable on the internet: loopback, private, reserved and multicast
 * ranges.
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
/** Public IPv6 addresses are in 2000::/3. These are its reserved and tunnel ranges. */
const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const privateRanges = new BlockList()
const publicRange = new BlockList()
publicRange.addSubnet('2000::', 3, 'ipv6')
const add = (network: string, type: 'ipv4' | 'ipv6') => {
  const [address = '', bits = ''] = network.split('/')
  privateRanges.addSubnet(address, Number(bits), type)
}
for (const network of V4) add(network, 'ipv4')
for (const network of V6) add(network, 'ipv6')

/** True for addresses of the internet; false for this machine and private networks. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !privateRanges.check(address, 'ipv4')
  return version === 6 && publicRange.check(address, 'ipv6') && !privateRanges.check(address, 'ipv6')
}

/** True for loopback addresses. */
export const isLoopbackAddress = (address: string): boolean => /^127\./.test(address) || address === '::1'
