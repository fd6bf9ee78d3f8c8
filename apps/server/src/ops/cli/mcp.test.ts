import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { runMcp } from './mcp.ts'
import { CommandFailure } from './usage.ts'

const TOKEN = `aer_${'x'.repeat(43)}`

async function failureOf(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const stdout = new PassThrough()
  const warnings: string[] = []
  const streams = { stdin: new PassThrough(), stdout, warn: (line: string) => void warnings.push(line) }
  const failure = await runMcp(args, env, streams).catch((error: unknown) => error)
  if (!(failure instanceof CommandFailure)) throw failure
  return { message: failure.message, warnings, written: stdout.read() as unknown }
}

it.each([
  ['no token', {}, /^AERIE_TOKEN is not set\. Create an API token/],
  ['a blank token', { AERIE_TOKEN: '  ' }, /^AERIE_TOKEN is not set/],
  ['the token of a login', { AERIE_TOKEN: 'eyJhbGciOi.secret-of-mine.x' }, /^AERIE_TOKEN is not an API token/],
  ['a token with a line break', { AERIE_TOKEN: `${TOKEN}\nx-secret-of-mine: 1` }, /^AERIE_TOKEN is not an API token/],
  ['an address without a scheme', { AERIE_TOKEN: TOKEN, AERIE_URL: 'localhost:4800' }, /^AERIE_URL is not an address/],
  ['an address of a file', { AERIE_TOKEN: TOKEN, AERIE_URL: 'file:///etc' }, /^AERIE_URL is not an address/],
  ['an address with a password', { AERIE_TOKEN: TOKEN, AERIE_URL: 'http://me:secret-of-mine@x' }, /^AERIE_URL is not an address/],
  [
    'a server that is not there',
    { AERIE_TOKEN: TOKEN, AERIE_URL: 'http://127.0.0.1:1' },
    /^Aerie at http:\/\/127\.0\.0\.1:1 cannot be reached/,
  ],
])('fails with one clear line for %s, without the token, and writes nothing to standard output', async (_what, env, line) => {
  const { message, warnings, written } = await failureOf(env)
  expect([message, warnings, written]).toEqual([expect.stringMatching(line), [], null])
  expect(message).not.toMatch(/secret-of-mine|xxxx|\n/)
})

it('takes no arguments, so that no token is passed as one', async () => {
  expect((await failureOf({}, ['--token', TOKEN])).message).toBe('mcp takes no arguments: it reads AERIE_URL and AERIE_TOKEN.')
})

it('warns of a token that would travel unencrypted', async () => {
  const { warnings } = await failureOf({ AERIE_TOKEN: TOKEN, AERIE_URL: 'http://0.0.0.0:1' })
  expect(warnings).toEqual(['Warning: the token goes to 0.0.0.0 unencrypted. Use https.'])
})
