import { login, session } from '@aerie/wire/accounts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { startSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'
import { FormFailure } from './form-failure.tsx'
import { PasswordField } from './password-field.tsx'
import { useForm } from './use-form.ts'

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
      title="Log In"
      intro="Welcome back."
      footer={
        <>
          <span>
            New here? <AuthLink to="signup">Sign up</AuthLink>
          </span>
          <span>
            Signed up, but not verified yet? <AuthLink to="verify">Enter your code</AuthLink>
          </span>
          <AuthLink to="forgot-password">Forgot password?</AuthLink>
        </>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="username" required />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" required />
        {otp !== null && (
          <CodeField
            label="Code of your second factor"
            hint="Six digits from your authenticator."
            value={otp}
            onChange={setOtp}
            autoFocus
          />
        )}
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Log In
        </Button>
      </form>
    </AuthCard>
  )
}
