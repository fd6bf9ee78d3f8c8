import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { userRepository } from '../details/user-repository.ts'
import { LIMITS } from '../entitlement/limits.ts'

type Try = {
  readonly userId: string
  readonly address: string
  readonly password: string
  readonly field: string
}

/** The attempt is counted first and refunded on success. @throws AppError rate_limited, invalid_credentials */
export async function provePassword(
  { db, passwords, limits }: Pick<AccountDeps, 'db' | 'passwords' | 'limits'>,
  { userId, address, password, field }: Try,
): Promise<string> {
  const tries = [
    [LIMITS.reauthenticatePair, `${userId} ${address}`],
    [LIMITS.reauthenticateAccount, userId],
  ] as const
  await limits.demand(...tries)
  const hash = (await userRepository(db).findById(userId))?.user.passwordHash
  if (!(await passwords.matches(password, hash)) || hash === undefined) throw wrongPassword(field)
  await limits.giveBack(...tries)
  return hash
}

const wrongPassword = (field: string): AppError =>
  new AppError('invalid_credentials', {
    detail: 'The password is wrong.',
    errors: { [field]: ['The password is wrong.'] },
  })
