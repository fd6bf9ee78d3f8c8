import type { AccountDeps } from '../deps.ts'
import { passwordResetService } from '../password/password-reset-service.ts'
import type { AccountCookies } from '../sessions/account-cookies.ts'
import { confirmationService } from './confirmation-service.ts'
import { type ConstantTime, constantTime } from './constant-time.ts'
import { loginService } from './login-service.ts'
import { signupService } from './signup-service.ts'

export type AuthServices = ReturnType<typeof authServices>

/** What the routes without a token need. */
export const authServices = (deps: AccountDeps, cookies: AccountCookies, evened: ConstantTime = constantTime) => ({
  signup: signupService(deps),
  confirmation: confirmationService(deps),
  login: loginService(deps),
  passwordReset: passwordResetService(deps),
  cookies,
  constantTime: evened,
})
