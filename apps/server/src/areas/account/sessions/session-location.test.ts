import { expect, it } from 'vitest'
import { addressGroup } from '../../../platform/http/address-group.ts'
import { locationOf } from './session-location.ts'

it.each([
  ['127.0.0.1', 'this-machine', null],
  ['::1', 'this-machine', null],
  ['192.168.7.44', 'local-network', '192.168.7.*'],
  ['10.1.2.3', 'local-network', '10.1.2.*'],
  ['fd12:3456:789a:1::5', 'local-network', 'fd12:3456:789a:1::/64'],
  ['203.0.113.9', 'internet', '203.0.113.*'],
  ['::ffff:198.51.100.7', 'internet', '198.51.100.*'],
  ['2a02:8108:1:2:3:4:5:6', 'internet', '2a02:8108:1:2::/64'],
  ['no address', 'unknown', null],
  ['', 'unknown', null],
])('reveals only the network of %s', (ip, kind, network) => {
  expect(locationOf(addressGroup(ip))).toEqual({ kind, network })
})
