import { AppError } from '../../../platform/http/app-error.ts'
import { passwordFault } from './password-rules.ts'

const PASSWORD_MESSAGES = {
  common: 'This password is on lists of leaked passwords. Choose another.',
  personal: 'This password contains your e-mail address or your name. Choose another.',
} as const

export function refuseEasyPassword(password: string, person: Parameters<typeof passwordFault>[1], field = 'password'): void {
  const fault = passwordFault(password, person)
  if (fault === undefined) return
  throw new AppError('password_common', { detail: PASSWORD_MESSAGES[fault], errors: { [field]: [PASSWORD_MESSAGES[fault]] } })
}
