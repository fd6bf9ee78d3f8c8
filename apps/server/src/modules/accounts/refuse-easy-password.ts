import { AppError } from '../../plugins/app-error.ts'
import { passwordFault } from './password-rules.ts'

const WORDS = {
  common: 'This password is on lists that attackers try first. Choose another.',
  personal: 'This password is made of your e-mail address or your name. Choose another.',
} as const

/** @throws AppError password_common, with the reason at the field */
export function refuseEasyPassword(password: string, person: Parameters<typeof passwordFault>[1]): void {
  const fault = passwordFault(password, person)
  if (fault === undefined) return
  throw new AppError('password_common', { detail: WORDS[fault], errors: { password: [WORDS[fault]] } })
}
