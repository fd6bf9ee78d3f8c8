import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isLoopbackHost, loadConfig, parseConfig, settings } from './config.ts'
import { StartFailure } from './platform/start-failure.ts'
import { VERSION } from './platform/version.ts'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const ANY_ADDRESS = `0x${'1'.repeat(40)}`
const CONTRACTS = ['TOKEN_ADDRESS', 'UTILS_ADDRESS', 'STAKING_ADDRESS', 'VESTING_ADDRESS', 'SUBSCRIPTIONS_ADDRESS']
const ELSEWHERE = { CHAIN_RPC_URL: 'https://a.example', ...Object.fromEntries(CONTRACTS.map((name) => [name, ANY_ADDRESS])) }

describe('parseConfig', () => {
  it('works without any setting', () =>
    expect(parseConfig({})).toMatchObject({ PORT: 4800, HOST: '127.0.0.1', DATA_DIR: './data', MARKET_SOURCE: 'auto', ROLE: 'all' }))

  it('treats an empty value as absent', () => expect(parseConfig({ PORT: ' ', SMTP_URL: '' })).toMatchObject({ PORT: 4800 }))

  it.each([
    [{ PORT: '80a' }, 'The setting PORT "80a" is wrong: it must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'The setting PORT "65536" is wrong: it must be a whole number from 0 to 65535'],
    [{ PORT: '1e3' }, 'The setting PORT "1e3" is wrong: it must be a whole number from 0 to 65535'],
    [{ AGENT_LLM_PROVIDER: 'openai' }, 'The setting AGENT_LLM_MODEL is missing: AGENT_LLM_PROVIDER needs the name of the model to ask'],
    [{ AGENT_LLM_URL: 'ftp://user:secret@x' }, 'The setting AGENT_LLM_URL is wrong: it must be a URL that begins with http:// or https://'],
    [{ PAPER_LIQUIDATION_BPS: '151' }, 'The setting PAPER_LIQUIDATION_BPS "151" is wrong: it must be a whole number from 0 to 150'],
    [{ MARKET_SOURCE: 'magic' }, 'The setting MARKET_SOURCE "magic" is wrong: it must be one of: auto, live, sim, replay'],
    [{ REPLAY_SPEED: '4000' }, 'The setting REPLAY_SPEED "4000" is wrong: it must be a number from 1 to 3600'],
    [{ REPLAY_FROM: 'soon' }, 'The setting REPLAY_FROM "soon" is wrong: it must be an ISO date such as 2025-01-31T00:00:00Z'],
    [{ COINGECKO_URL: 'ftp://x' }, 'The setting COINGECKO_URL "ftp://x" is wrong: it must be a URL that begins with http:// or https://'],
    [{ EXCHANGE_WS_URL: 'http://x' }, 'The setting EXCHANGE_WS_URL "http://x" is wrong: it must be a URL that begins with ws:// or wss://'],
    [
      { PUBLIC_URL: 'https://x/app' },
      'The setting PUBLIC_URL "https://x/app" is wrong: it must be an origin such as https://aerie.example.com, with no path',
    ],
    [{ TOKEN_ADDRESS: '0x12' }, 'The setting TOKEN_ADDRESS is wrong: it must be an address: 0x and 40 hex digits'],
    [
      { TRUSTED_PROXIES: '10.0.0.0/99' },
      'The setting TRUSTED_PROXIES "10.0.0.0/99" is wrong: it must be a list of addresses or networks such as 10.0.0.0/8, separated by commas',
    ],
    [{ MARKET_SOURCE: 'replay' }, 'The setting REPLAY_DIR is missing: MARKET_SOURCE=replay needs the folder of the recorded candles'],
    [{ MARKET_SOURCE: 'replay', REPLAY_DIR: '/no/such' }, 'The setting REPLAY_DIR "/no/such" is wrong: there is no such folder'],
    [
      { CHAIN_ID: '8453' },
      'The setting CHAIN_ID "8453" is wrong: the local chain is always 31337 and never a real chain\'s id, so that nothing signed for it is valid elsewhere; set CHAIN_RPC_URL for another chain',
    ],
    [
      { CHAIN_RPC_URL: 'https://a.example', TOKEN_ADDRESS: ANY_ADDRESS },
      'The setting UTILS_ADDRESS is missing: CHAIN_RPC_URL names a chain, and the product must know its contracts there',
    ],
    [{ ...ELSEWHERE, CHAIN_ID: '84532' }, 'The setting USDC_ADDRESS is missing: it is known by itself for Base mainnet only'],
    [
      { STAKING_ADDRESS: ANY_ADDRESS },
      'The setting STAKING_ADDRESS is wrong: without CHAIN_RPC_URL the local chain brings its own contracts, leave it out',
    ],
    [
      { ...ELSEWHERE, SAFE_APP: 'on', PUBLIC_URL: 'http://aerie.lan' },
      'The setting SAFE_APP is wrong: app.safe.global frames https only, so PUBLIC_URL must begin with https:',
    ],
    [
      { SAFE_APP: 'on', PUBLIC_URL: 'https://aerie.example' },
      'The setting SAFE_APP is wrong: there is no Safe on the local chain, so CHAIN_RPC_URL must name a public one',
    ],
    [{ SAFE_APP: 'yes' }, 'The setting SAFE_APP "yes" is wrong: it must be one of: on, off'],
    [{ ROLE: 'web' }, 'The setting DATABASE_URL is missing: ROLE=web needs the PostgreSQL that all processes share'],
    [
      { ROLE: 'worker', DATABASE_URL: 'postgres://localhost/aerie' },
      'The setting REDIS_URL is missing: ROLE=worker needs the bus between the processes',
    ],
    [
      { ROLE: 'worker', DATABASE_URL: 'postgres://localhost/aerie', REDIS_URL: 'redis://localhost' },
      'The setting SECRET_KEY is missing: ROLE=worker needs the same key as every other process',
    ],
  ])('rejects %o in one line', (env, line) => expect(() => parseConfig(env)).toThrow(new StartFailure(line)))

  it.each(['DATABASE_URL', 'SMTP_URL', 'SECRET_KEY', 'METRICS_TOKEN', 'REDIS_URL', 'CHAIN_RPC_URL'])(
    'does not repeat the value of %s',
    (name) => {
      const failure = (() => {
        try {
          return parseConfig({ [name]: 'hunter2:x' })
        } catch (error) {
          return error
        }
      })()
      expect(failure).toBeInstanceOf(StartFailure)
      expect(String(failure)).toContain(name)
      expect(String(failure)).not.toContain('hunter2')
    },
  )

  it('accepts several nodes of a chain, in order', () => {
    const config = parseConfig({ ...ELSEWHERE, CHAIN_RPC_URL: 'https://a.example/key, wss://b.example' })
    expect(config.CHAIN_RPC_URL).toEqual(['https://a.example/key', 'wss://b.example'])
    expect(() => parseConfig({ ...ELSEWHERE, CHAIN_RPC_URL: 'https://a.example,' })).toThrow('CHAIN_RPC_URL')
  })

  it('parses a time as a date or as seconds', () => {
    expect(parseConfig({ REPLAY_FROM: '2025-01-31T00:00:00Z' }).REPLAY_FROM).toBe(1_738_281_600_000)
    expect(parseConfig({ REPLAY_FROM: '1738281600' }).REPLAY_FROM).toBe(1_738_281_600_000)
  })
})

it('matches the settings listed in .env.example', () => {
  const listed = [...readFileSync(root('.env.example'), 'utf8').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set(Object.keys(settings.shape)))
  expect(listed).toHaveLength(Object.keys(settings.shape).length)
})

it('parses .env.example with every line uncommented that has a value', () => {
  const text = readFileSync(root('.env.example'), 'utf8').replaceAll(/^#([A-Z0-9_]+=)/gm, '$1')
  const folder = mkdtempSync(join(tmpdir(), 'aerie-env-'))
  writeFileSync(join(folder, '.env'), text)
  expect(loadConfig({ PORT: '4999' }, folder)).toEqual({ ...parseConfig({}), PORT: 4999 })
  rmSync(folder, { recursive: true })
})

it('reports the release of package.json', () =>
  expect(JSON.parse(readFileSync(root('package.json'), 'utf8'))).toMatchObject({ version: VERSION }))

it.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.example.com', false],
  ['192.168.1.4', false],
])('classifies the host %s as loopback: %s', (host, expected) => expect(isLoopbackHost(host)).toBe(expected))
