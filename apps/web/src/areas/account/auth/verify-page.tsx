import {
  CODE_MINUTES,
  confirmEmail,
  registerUser,
  resetForgottenPassword,
  resetPassword,
  type signup,
  verify,
} from '@aerie/wire/account/account-forms'
import type { Session } from '@aerie/wire/account/accounts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import { offerTour } from '../../../platform/navigation/navigation.ts'
import { startSession } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { PasswordField, PasswordRuleList, passwordChecks } from '../forms/password-field.tsx'
import { AuthCard, AuthLink, LOOPBACK, MailNotes } from './auth-card.tsx'
import { forgetPendingMail, forgetSignupDraft, keepPendingMail, readPendingMail, signupDraftOf } from './pending-mail.ts'
import { ResendCode, useCodeForm } from './use-code-form.tsx'

export function VerifyPage() {
  const [verified, setVerified] = useState<VerifiedAddress | null>(null)
  return verified === null ? <VerifyForm onVerified={setVerified} /> : <FirstPasswordForm {...verified} />
}

type VerifyFormProps = {
  /** The code is valid, but the account has no password yet. */
  readonly onVerified: (address: VerifiedAddress) => void
}

function VerifyForm({ onVerified }: VerifyFormProps) {
  const [mail, setMail] = useState(() => readPendingMail('verify'))
  const draft = mail && signupDraftOf(mail.email)
  const { form, codeError, codeProps } = useCodeForm({
    schema: verify,
    initial: { email: mail?.email ?? '', code: '' },
    send: async (data) => {
      const opened = await verifyOrFinish(data, signupDraftOf(data.email))
      forgetPendingMail()
      forgetSignupDraft()
      startSession(opened)
      offerTour()
    },
    onRefused: ({ code }, data) => {
      if (code === 'password_needed') onVerified(data)
      return code === 'password_needed'
    },
  })
  const resend = async () => {
    if (mail === null || draft === null) return
    await api(registerUser, { body: draft, anonymous: true })
    const again = { ...mail, mailedAt: Date.now() }
    keepPendingMail(again)
    setMail(again)
  }
  return (
    <AuthCard
      title="Verify Your E-mail"
      intro={
        mail === null ? (
          'Enter your address and the six-digit code we sent you.'
        ) : (
          <>
            {LOOPBACK.test(location.hostname) ? 'Enter the six-digit code for' : 'We sent a six-digit code to'}{' '}
            <strong className="break-all font-medium text-ink-1">{mail.email}</strong>.
          </>
        )
      }
      footer={
        <span>
          {draft === null ? 'Need a new code?' : 'Wrong address?'} <AuthLink to="signup">Sign up again</AuthLink>
        </span>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        {mail === null && <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="username" required />}
        <CodeField
          {...codeProps}
          onComplete={(code) => form.submit({ ...form.values, code })}
          label="Code"
          hint={`Six digits, valid once for ${CODE_MINUTES} minutes.`}
          error={codeError}
        />
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Verify
        </Button>
      </form>
      <div className="flex flex-col gap-1">
        {mail !== null && draft !== null && <ResendCode mailedAt={mail.mailedAt} resend={resend} />}
        <MailNotes />
      </div>
    </AuthCard>
  )
}

type Draft = z.output<typeof signup>

/** If the sign-up cookie is missing but this page still has the draft, the code sets its password. */
async function verifyOrFinish(data: z.output<typeof verify>, draft: Draft | null): Promise<Session> {
  try {
    return await api(confirmEmail, { body: data, anonymous: true })
  } catch (error) {
    if (draft === null || !(error instanceof ApiError) || error.code !== 'password_needed') throw error
    return api(resetForgottenPassword, { body: { ...draft, code: data.code }, anonymous: true })
  }
}

type VerifiedAddress = { readonly email: string; readonly code: string }

/** Last step when the sign-up was made in another browser: the mailbox owner enters name and password. */
function FirstPasswordForm({ email, code }: VerifiedAddress) {
  const form = useForm({
    schema: resetPassword,
    initial: { email, code, password: '', first_name: '', last_name: '' },
    send: async (data) => {
      const opened = await api(resetForgottenPassword, { body: data, anonymous: true })
      forgetPendingMail()
      startSession(opened)
    },
  })
  const { password, first_name, last_name } = form.values
  return (
    <AuthCard
      title="Choose a Password"
      intro={
        <>
          <strong className="break-all font-medium text-ink-1">{email}</strong> is verified. You signed up in another browser, so choose
          your password here.
        </>
      }
      footer={
        <span>
          Code expired? <AuthLink to="forgot-password">Get a new code</AuthLink>
        </span>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <div className="grid grid-cols-1 gap-4 min-[400px]:grid-cols-2">
          <TextField {...form.field('first_name')} label="First name" autoComplete="given-name" maxLength={80} required />
          <TextField {...form.field('last_name')} label="Last name" autoComplete="family-name" maxLength={80} required />
        </div>
        {/* For password managers: whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('password')}
          label="Password"
          hint={<PasswordRuleList checks={passwordChecks(password, { email, names: [first_name, last_name] })} />}
          autoComplete="new-password"
          required
        />
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Finish
        </Button>
      </form>
    </AuthCard>
  )
}
