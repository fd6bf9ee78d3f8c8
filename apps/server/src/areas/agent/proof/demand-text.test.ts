import { MESSAGE_MAX_LENGTH } from '@aerie/wire/agent/agent'
import { expect, it } from 'vitest'
import { AppError } from '../../../platform/http/app-error.ts'
import { requireText } from '../conversations/conversation-service.ts'

it('rejects a text whose composed form is longer than a message', () => {
  expect(requireText('a'.repeat(MESSAGE_MAX_LENGTH))).toHaveLength(MESSAGE_MAX_LENGTH)
  const growing = '\ufb2c'.repeat(MESSAGE_MAX_LENGTH)
  expect(growing.normalize('NFC').length).toBe(3 * MESSAGE_MAX_LENGTH)
  expect(() => requireText(growing)).toThrow(AppError)
})
