import { expect, it } from 'vitest'
import { addressGroup } from '../../../platform/http/caller.ts'
import { deviceOf, locationOf } from './device-name.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/142.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} OPR/120.0.0.0`, 'Opera', 'Linux'],
  [`Mozilla/5.0 (Linux; Android 15; SM-S921B) ${CHROME.replace('Chrome', 'SamsungBrowser/27.0 Chrome')}`, 'Samsung Internet', 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.6; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'macOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  ['curl/8.10.1', 'curl', null],
  ['', null, null],
  ['<script>alert(1)</script>', null, null],
  ['x'.repeat(300), null, null],
])('parses %j', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})

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
