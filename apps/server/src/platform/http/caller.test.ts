import { expect, it } from 'vitest'
import { addressGroup, isForwarded, isLocalCaller } from './caller.ts'

const asked = (headers: Record<string, string>, remoteAddress = '127.0.0.1'): Parameters<typeof isLocalCaller>[0] => ({
  headers: { host: 'localhost:4800', ...headers },
  socket: { remoteAddress },
})

const PROXIES = [
  'Forwarded Via Forwarded-For CDN-Loop Proxy-Connection Proxy-Client-IP WL-Proxy-Client-IP Remote-Addr Client-IP',
  'X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded X-Forwarded-Client-Cert X-Forward-For',
  'X-Original-Forwarded-For X-Original-Host X-Original-URL X-Proxy-User X-ProxyUser-Ip X-Real-IP X-Client-IP',
  'X-Cluster-Client-IP X-Remote-IP X-Remote-Addr X-Originating-IP X-Source-IP X-Host-IP X-Envoy-External-Address',
  'X-Envoy-Peer-Address X-AppEngine-User-IP X-Azure-ClientIP X-Azure-SocketIP X-Client-Address CF-Connecting-IP',
  'CF-Connecting-IPv6 CF-Pseudo-IPv4 True-Client-IP Fastly-Client-IP Fly-Client-IP DO-Connecting-IP',
  'X-NF-Client-Connection-IP X-Vercel-Forwarded-For X-Coming-From-Address Oxylabs-Client-IP X-ARR-ClientIP',
].join(' ')

it.each(PROXIES.split(' '))('treats %s as a proxy header', (name) => {
  expect(isForwarded(asked({ [name.toLowerCase()]: '127.0.0.1' }))).toBe(true)
  expect(isLocalCaller(asked({ [name.toLowerCase()]: '' }))).toBe(false)
})

it.each([
  'accept',
  'user-agent',
  'authorization',
  'cookie',
  'x-request-id',
  'x-requested-with',
  'sec-fetch-site',
  'idempotency-key',
  'traceparent',
])('does not treat %s as a proxy header', (name) => expect(isLocalCaller(asked({ [name]: '1' }))).toBe(true))

it.each([
  ['localhost', true],
  ['127.0.0.1:4800', true],
  ['[::1]:4800', true],
  ['rebound.example:4800', false],
  ['localhost.rebound.example', false],
  ['', false],
  ['127.0.0.1.nip.io', false],
  ['', false],
])('decides whether a caller that names the host %j is local: %s', (host, isLocal) => expect(isLocalCaller(asked({ host }))).toBe(isLocal))

it('treats no remote caller as local', () =>
  expect(['10.0.0.1', '203.0.113.9', '::ffff:10.0.0.1', ''].map((from) => isLocalCaller(asked({}, from)))).toEqual(Array(4).fill(false)))

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('groups %s as %s', (ip, group) => expect(addressGroup(ip)).toBe(group))
