import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Keystore } from 'ox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountOfKeyFile } from './signers.ts'

/** Key and address from the example in the Ethereum Web3 Secret Storage documentation. */
const KEY = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const ADDRESS = '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b'

let folder: string
beforeAll(() => {
  folder = mkdtempSync('/tmp/aerie-key-')
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(text: string): string {
  const path = join(folder, 'key')
  rmSync(path, { force: true })
  writeFileSync(path, text, { mode: 0o600 })
  return path
}
const noPassphrase = () => Promise.reject(new Error('nobody is asked'))

it('reads a private key with and without 0x, and asks for no passphrase', async () => {
  expect((await accountOfKeyFile(fileWith(`${KEY}\n`), noPassphrase)).address).toBe(ADDRESS)
  expect((await accountOfKeyFile(fileWith(KEY.slice(2)), noPassphrase)).address).toBe(ADDRESS)
})

it('decrypts the keystore from the documentation (PBKDF2-SHA-256, "testpassword")', async () => {
  const path = fileWith(
    JSON.stringify({
      crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
        ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
        kdf: 'pbkdf2',
        kdfparams: { c: 262_144, dklen: 32, prf: 'hmac-sha256', salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd' },
        mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
      },
      id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
      version: 3,
    }),
  )
  expect((await accountOfKeyFile(path, async () => 'testpassword')).address).toBe(ADDRESS)
  await expect(accountOfKeyFile(path, async () => 'testpasswort')).rejects.toThrow(/does not open this keystore/)
})

it('decrypts a scrypt keystore, and rejects one whose address belongs to another key', async () => {
  const [key, options] = Keystore.scrypt({ password: 'a', n: 1_024 })
  const stored = Keystore.encrypt(KEY, key, options)
  expect((await accountOfKeyFile(fileWith(JSON.stringify(stored)), async () => 'a')).address).toBe(ADDRESS)
  const moved = { ...stored, address: '00'.repeat(20) }
  await expect(accountOfKeyFile(fileWith(JSON.stringify(moved)), async () => 'a')).rejects.toThrow(/not that of the address/)
})

it.each([
  ['nothing', ''],
  ['a key of the wrong length', KEY.slice(0, -1)],
  ['zero, which is no key', `0x${'0'.repeat(64)}`],
  [
    'a keystore made to cost hours',
    JSON.stringify({ version: 3, crypto: { kdf: 'scrypt', kdfparams: { n: 2 ** 40, r: 8, p: 1, dklen: 32, salt: 'aa' } } }),
  ],
])('rejects %s without repeating it', async (_name, text) => {
  const message = await accountOfKeyFile(fileWith(text), noPassphrase).then(
    () => '',
    (error: unknown) => String(error),
  )
  expect(message).toMatch(/neither a private key|no private key/)
  expect(message).not.toContain(text.slice(2, 20) || KEY)
})
