import { confirmOtpSetup, getOtpStatus, removeOtp, renewRecoveryCodes, startOtpSetup } from '@aerie/wire/account/account-security'
import type { FastifyInstance } from 'fastify'
import type { otpService } from './otp-service.ts'

type Deps = { readonly otp: ReturnType<typeof otpService> }

export const otpRoutes =
  ({ otp }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getOtpStatus, ({ userId }) => otp.status(userId))
    app.endpoint(startOtpSetup, ({ request }) => otp.begin(request.caller.user))
    app.endpoint(confirmOtpSetup, async ({ userId, body }) => ({ recovery_codes: await otp.confirm(userId, body.code) }))
    app.endpoint(renewRecoveryCodes, async ({ userId }) => ({ recovery_codes: await otp.renewRecoveryCodes(userId) }))
    app.endpoint(removeOtp, async ({ userId }) => ({ removed: await otp.remove(userId) }))
  }
