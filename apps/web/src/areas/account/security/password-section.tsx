import { changePassword, passwordChange } from '@aerie/wire/account/account-security'
import { useState } from 'react'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useSession } from '../../../platform/session/session.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/panel.tsx'
import { PasswordField, PasswordRuleList, passwordChecks } from '../forms/password-field.tsx'
import { refetchSignIn, sessionsQuery, tokensQuery } from './sign-in-queries.ts'

export function PasswordSection() {
  const [round, setRound] = useState(0)
  return (
    <Panel title="Password">
      <PasswordForm key={round} onChanged={() => setRound(round + 1)} />
    </Panel>
  )
}

function PasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const user = useSession((state) => state.user)
  const form = useForm({
    schema: passwordChange,
    initial: { current: '', next: '' },
    send: async (data) => {
      const { ended } = await api(changePassword, { body: data })
      notify(
        'success',
        ended === 0
          ? 'Password changed.'
          : `Password changed. ${ended === 1 ? '1 other session has' : `${ended} other sessions have`} ended.`,
      )
      onChanged()
      await Promise.all([refetchSignIn(sessionsQuery), queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })])
    },
  })
  const person = { email: user?.email ?? '', names: [user?.first_name ?? '', user?.last_name ?? ''] }
  return (
    <form {...form.formProps} className="flex max-w-md flex-col gap-4 p-4">
      <p className="text-13 text-ink-2">Changing it ends all other sessions and all API tokens.</p>
      <FormFailure failure={form.failure} />
      {/* For password managers: whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={person.email} readOnly hidden />
      <PasswordField {...form.field('current')} label="Current password" autoComplete="current-password" required />
      <PasswordField
        {...form.field('next')}
        label="New password"
        hint={<PasswordRuleList checks={passwordChecks(form.values.next, person)} />}
        autoComplete="new-password"
        required
      />
      <Button type="submit" variant="primary" busy={form.isBusy} className="self-start">
        Change password
      </Button>
    </form>
  )
}
