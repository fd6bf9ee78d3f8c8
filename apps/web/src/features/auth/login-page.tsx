import { login } from '@aerie/wire/account/account-forms'
import { session } from '@aerie/wire/account/accounts'
import { api } from '../../lib/http/api.ts'
import { FactorField } from '../../session/forms/factor-field.tsx'
import { FormFailure } from '../../session/forms/form-failure.tsx'
import { PasswordField } from '../../session/forms/password-field.tsx'
import { useFactor } from '../../session/forms/use-factor.ts'
import { useForm } from '../../session/forms/use-form.ts'
import { passkeyObstacle } from '../../session/passkey.ts'
import { startSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'
import { PasskeyLogin } from './passkey-login.tsx'

export function LoginPage() {
  const factor = useFactor()
  const form = useForm({
    schema: login,
    initial: { email: '', password: '' },
    send: async (data) => startSession(await api.post('/auth/login', { ...data, ...factor.given }, session, { anonymous: true })),
    onRefused: factor.onRefused,
    beside: factor.given,
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
            Not verified yet? <AuthLink to="verify">Enter your code</AuthLink>
          </span>
          <AuthLink to="forgot-password">Forgot password?</AuthLink>
        </>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="username" required />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" required />
        {factor.isAsked && <FactorField {...factor.props} autoFocus />}
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Log In
        </Button>
      </form>
      {passkeyObstacle() === undefined && <PasskeyLogin />}
    </AuthCard>
  )
}
