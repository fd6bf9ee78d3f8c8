import { acceptedEmail, forgotPassword } from '@aerie/wire/account/account-forms'
import { api } from '../../lib/http/api.ts'
import { FormFailure } from '../../session/forms/form-failure.tsx'
import { useForm } from '../../session/forms/use-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'

/** The first step: asks for a code. The answer is the same whether or not the address has an account. */
export function ForgotPasswordForm({ onMailed }: { readonly onMailed: (email: string) => void }) {
  const form = useForm({
    schema: forgotPassword,
    initial: { email: '' },
    send: async (data) => onMailed((await api.post('/auth/forgot-password', data, acceptedEmail, { anonymous: true })).email),
  })
  return (
    <AuthCard
      title="Forgot Password"
      intro="If your address has an account, we send you a code to set a new password."
      footer={
        <span>
          Remember it? <AuthLink to="login">Log in</AuthLink>
        </span>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="username" required />
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          Send Code
        </Button>
      </form>
    </AuthCard>
  )
}
