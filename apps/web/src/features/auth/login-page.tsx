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
import { AUTH_WORDS } from './auth-words.ts'
import { PasskeyLogin } from './passkey-login.tsx'

const { login: WORDS } = AUTH_WORDS

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
        {factor.isAsked && <FactorField {...factor.props} autoFocus />}
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          {WORDS.submit}
        </Button>
      </form>
      {passkeyObstacle() === undefined && <PasskeyLogin />}
    </AuthCard>
  )
}
