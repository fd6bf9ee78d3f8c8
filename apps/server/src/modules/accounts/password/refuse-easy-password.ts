import { AppError } from '../../../plugins/app-error.ts'
import { ACCOUNT_PROBLEM_WORDS } from '../account-problem-words.ts'
import { passwordFault } from './password-rules.ts'

const WORDS = {
  common: ACCOUNT_PROBLEM_WORDS.commonPassword,
  personal: ACCOUNT_PROBLEM_WORDS.ownPassword,
} as const

/** @throws AppError password_common, with the reason at `field` */
export function refuseEasyPassword(password: string, person: Parameters<typeof passwordFault>[1], field = 'password'): void {
  const fault = passwordFault(password, person)
  if (fault === undefined) return
  throw new AppError('password_common', { detail: WORDS[fault], errors: { [field]: [WORDS[fault]] } })
}
