import { expect, test } from 'vitest'
import { getNetworkPrefix } from './call-limits.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::192.0.2.1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(getNetworkPrefix(address)).toBe(network)
})

test('two addresses of one /64 network count as one visitor, and addresses of two networks as two', () => {
  expect(getNetworkPrefix('2001:db8:1:2::a')).toBe(getNetworkPrefix('2001:db8:1:2:ffff::b'))
  expect(getNetworkPrefix('2001:db8:1:2::a')).not.toBe(getNetworkPrefix('2001:db8:1:3::a'))
})

test.each(['', 'unknown', '203.0.113', '203.0.113.7:443', '1:2', 'x'.repeat(200)])(
  '%s is no address',
  (text) => {
    expect(getNetworkPrefix(text)).toBeUndefined()
  },
)
