import { createHash } from 'node:crypto'
import { apexTestSignature, apexTestSigner } from '@aerie/testkit/apex-test-signer'
import { expect, it } from 'vitest'
import { loadSigner, signText } from './signer-core.ts'

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const SEED = Uint8Array.from({ length: 32 }, (_, index) => index)

it('signs with the operator’s file, and produces the same signature twice', async () => {
  const bytes = apexTestSigner()
  const module = await loadSigner(bytes, hashOf(bytes))
  for (const text of ['', '{"nonce":1}', 'x'.repeat(4_000)]) {
    expect(signText(module, SEED, text)).toBe(apexTestSignature(SEED, text))
    expect(signText(module, SEED, text)).toBe(apexTestSignature(SEED, text))
  }
  expect(signText(module, SEED.slice(1), 'a')).not.toBe(signText(module, SEED, 'a'))
})

it('compiles no file with a different hash', async () => {
  const bytes = apexTestSigner()
  const pinned = hashOf(bytes)
  const changed = Uint8Array.from(bytes)
  changed[changed.length - 2] = 1
  await expect(loadSigner(changed, pinned)).rejects.toMatchObject({ code: 'wrong-file' })
  await expect(loadSigner(bytes, '')).rejects.toMatchObject({ code: 'wrong-file' })
})

it.each([
  ['no WebAssembly', [1, 2, 3]],
  ['one without exports', [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]],
  // Imports a function, `m.f`, that could receive the seed.
  ['one that wants something of us', [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x6d, 1, 0x66, 0, 0]],
])('rejects a file that is not a signer: %s', async (_what, content) => {
  const bytes = Uint8Array.from(content)
  await expect(loadSigner(bytes, hashOf(bytes))).rejects.toMatchObject({ code: 'not-a-signer' })
})
