import { acceptedEmail, forgotPassword } from '@aerie/wire/account/account-forms'
import { api } from '../../lib/http/api.ts'
import { FormFailure } from '../../session/forms/form-failure.tsx'
import { useForm } from '../../session/forms/use-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthLink } from './auth-link.tsx'
import { AUTH_WORDS } from './auth-words.ts'

const { forgot: WORDS } = AUTH_WORDS

/** The first step: asks for a code. The answer is the same whether or not the address has an account. */
export function ForgotPasswordForm({ onMailed }: { readonly onMailed: (email: string) => void }) {
  const form = useForm({
    schema: forgotPassword,
    initial: { email: '' },
    send: async (data) => onMailed((await api.post('/auth/forgot-password', data, acceptedEmail, { anonymous: true })).email),
  })
  return (
    <AuthCard
      title={WORDS.title}
      intro={WORDS.intro}
      footer={
        <span>
          {WORDS.remembered} <AuthLink to="login">{WORDS.logIn}</AuthLink>
        </span>
      }
    >
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <TextField {...form.field('email')} label={AUTH_WORDS.email} type="email" autoComplete="username" required />
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy}>
          {WORDS.submit}
        </Button>
      </form>
    </AuthCard>
  )
}
