import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startFailureText } from './shutdown.ts'
import { StartFailure } from './start-failure.ts'

it('says what is known, and what the operating system refuses, in one line', () => {
  expect(startFailureText(new StartFailure('The port is taken'))).toBe('Aerie cannot start. The port is taken.')
  let refused: unknown
  try {
    readFileSync('/no/such/file')
  } catch (error) {
    refused = error
  }
  expect(startFailureText(refused)).toBe("Aerie cannot start. ENOENT: no such file or directory, open '/no/such/file'.")
})

it('gives the stack of what nobody foresaw', () =>
  expect(startFailureText(new TypeError('x is not a function'))).toMatch(/^Aerie cannot start\. TypeError: x is not a function\n {4}at /))
