import { acceptedEmail, signup } from '@aerie/wire/account/account-forms'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../lib/http/api.ts'
import { FormFailure } from '../../session/forms/form-failure.tsx'
import { passwordChecks } from '../../session/forms/password-checks.ts'
import { PasswordField } from '../../session/forms/password-field.tsx'
import { PasswordRuleList } from '../../session/forms/password-rule-list.tsx'
import { useForm } from '../../session/forms/use-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'
import { keepPendingMail } from './pending-mail.ts'
import { keepSignupDraft } from './signup-draft.ts'

export function SignupPage() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const form = useForm({
    schema: signup,
    initial: { first_name: '', last_name: '', email: '', password: '' },
    send: async (data) => {
      const { email } = await api.post('/auth/signup', data, acceptedEmail, { anonymous: true })
      keepSignupDraft(data)
      keepPendingMail({ email, purpose: 'verify', mailedAt: Date.now() })
      await navigate({ pathname: '/auth/verify', search })
    },
  })
  const { email, password, first_name, last_name } = form.values
  return (
    <AuthCard
      title="Sign Up"
      intro="One account for everything. We e-mail you a code to verify your address."
      footer={
        <span>
          Have an account? <AuthLink to="login">Log in</AuthLink>
        </span>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <div className="grid grid-cols-1 gap-4 min-[400px]:grid-cols-2">
          <TextField {...form.field('first_name')} label="First name" autoComplete="given-name" maxLength={80} required />
          <TextField {...form.field('last_name')} label="Last name" autoComplete="family-name" maxLength={80} required />
        </div>
        <TextField
          {...form.field('email')}
          label="E-mail"
          hint="We send your code to this address."
          type="email"
          autoComplete="username"
          required
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          hint={<PasswordRuleList checks={passwordChecks(password, { email, names: [first_name, last_name] })} />}
          autoComplete="new-password"
          required
        />
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Sign Up
        </Button>
      </form>
    </AuthCard>
  )
}
