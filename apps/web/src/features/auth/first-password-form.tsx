import { resetPassword } from '@aerie/wire/account/account-forms'
import { session } from '@aerie/wire/account/accounts'
import { api } from '../../lib/http/api.ts'
import { FormFailure } from '../../session/forms/form-failure.tsx'
import { passwordChecks } from '../../session/forms/password-checks.ts'
import { PasswordField } from '../../session/forms/password-field.tsx'
import { PasswordRuleList } from '../../session/forms/password-rule-list.tsx'
import { useForm } from '../../session/forms/use-form.ts'
import { startSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'
import { forgetPendingMail } from './pending-mail.ts'

/** An address that a code has just verified, and that code: it sets the password, once. */
export type VerifiedAddress = { readonly email: string; readonly code: string }

/** The last step where the sign-up was not made in this browser: whoever reads the mailbox says who they are and chooses the password. */
export function FirstPasswordForm({ email, code }: VerifiedAddress) {
  const form = useForm({
    schema: resetPassword,
    initial: { email, code, password: '', first_name: '', last_name: '' },
    send: async (data) => {
      const opened = await api.post('/auth/reset-password', data, session, { anonymous: true })
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
