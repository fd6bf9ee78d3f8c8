import { acceptedEmail, CODE_MINUTES, resetPassword } from '@aerie/wire/account/account-forms'
import { session } from '@aerie/wire/account/accounts'
import { api } from '../../lib/http/api.ts'
import { FactorField } from '../../session/forms/factor-field.tsx'
import { FormFailure } from '../../session/forms/form-failure.tsx'
import { passwordChecks } from '../../session/forms/password-checks.ts'
import { PasswordField } from '../../session/forms/password-field.tsx'
import { PasswordRuleList } from '../../session/forms/password-rule-list.tsx'
import { useFactor } from '../../session/forms/use-factor.ts'
import { startSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CodeField } from '../../ui/controls/code-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'
import { AUTH_WORDS } from './auth-words.ts'
import { MailNotes } from './mail-notes.tsx'
import { forgetPendingMail, type PendingMail } from './pending-mail.ts'
import { ResendCode } from './resend-code.tsx'
import { useCodeForm } from './use-code-form.ts'

type ResetPasswordFormProps = {
  readonly mail: PendingMail
  readonly onMailed: (email: string) => void
  readonly onStartOver: () => void
}

/** The second step: the code and the new password. */
export function ResetPasswordForm({ mail, onMailed, onStartOver }: ResetPasswordFormProps) {
  const { email } = mail
  const factor = useFactor()
  const { form, codeError, codeProps } = useCodeForm({
    schema: resetPassword,
    initial: { email, code: '', password: '' },
    send: async (data) => {
      const opened = await api.post('/auth/reset-password', { ...data, ...factor.given }, session, { anonymous: true })
      forgetPendingMail()
      startSession(opened)
    },
    onRefused: factor.onRefused,
    beside: factor.given,
  })
  const resend = async () => {
    await api.post('/auth/forgot-password', { email }, acceptedEmail, { anonymous: true })
    onMailed(email)
  }
  return (
    <AuthCard
      title="New Password"
      intro={
        <>
          If <strong className="break-all font-medium text-ink-1">{email}</strong> has an account, a six-digit code is on its way.
        </>
      }
      footer={
        <>
          <button
            type="button"
            onClick={onStartOver}
            className="min-h-6 self-start font-medium text-accent-text underline underline-offset-2 hover:no-underline pointer-coarse:min-h-11"
          >
            Use another address
          </button>
          <AuthLink to="login">Back to Log In</AuthLink>
        </>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <CodeField {...codeProps} label="Code" hint={AUTH_WORDS.codeHint(CODE_MINUTES)} error={codeError} />
        {/* For password managers: whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('password')}
          label="New password"
          hint={<PasswordRuleList checks={passwordChecks(form.values.password, { email, names: [] })} />}
          autoComplete="new-password"
          required
        />
        {factor.isAsked && <FactorField {...factor.props} autoFocus />}
        <p className="text-12 text-ink-2">This logs you out on all other devices.</p>
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Set New Password
        </Button>
      </form>
      <div className="flex flex-col gap-1">
        <ResendCode mailedAt={mail.mailedAt} resend={resend} />
        <MailNotes />
      </div>
    </AuthCard>
  )
}
