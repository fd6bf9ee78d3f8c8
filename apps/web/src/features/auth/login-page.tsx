import { login } from '@aerie/wire/account-forms'
import { session } from '@aerie/wire/accounts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { startSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'
import { AUTH_WORDS } from './auth-words.ts'
import { FormFailure } from './form-failure.tsx'
import { PasswordField } from './password-field.tsx'
import { useForm } from './use-form.ts'

const { login: WORDS } = AUTH_WORDS

export function LoginPage() {
  const [otp, setOtp] = useState<string | null>(null)
  const form = useForm({
    schema: login,
    initial: { email: '', password: '' },
    send: async (data) => startSession(await api.post('/auth/login', { ...data, ...(otp && { otp }) }, session, { anonymous: true })),
    onRefused: ({ code }) => {
      if (code !== 'otp_required' || otp !== null) return false
      setOtp('')
      return true
    },
  })
  return (
    <AuthCard
      title={WORDS.title}
      intro={WORDS.intro}
      footer={
        <>
          <span>
            {WORDS.newHere} <AuthLink to="signup">{WORDS.signUp}</AuthLink>
          </span>
          <span>
            {WORDS.notVerified} <AuthLink to="verify">{WORDS.enterCode}</AuthLink>
          </span>
          <AuthLink to="forgot-password">{WORDS.forgot}</AuthLink>
        </>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <TextField {...form.field('email')} label={AUTH_WORDS.email} type="email" autoComplete="username" required />
        <PasswordField {...form.field('password')} label={AUTH_WORDS.password} autoComplete="current-password" required />
        {otp !== null && <CodeField label={WORDS.factor} hint={WORDS.factorHint} value={otp} onChange={setOtp} autoFocus />}
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          {WORDS.submit}
        </Button>
      </form>
    </AuthCard>
  )
}
