import { acceptedEmail, forgotPassword } from '@aerie/wire/accounts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'
import { FormFailure } from './form-failure.tsx'
import { useForm } from './use-form.ts'

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
      intro="Enter your address. If it has an account, we send a code to set a new password."
      footer={
        <span>
          Remembered it? <AuthLink to="login">Log in</AuthLink>
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
