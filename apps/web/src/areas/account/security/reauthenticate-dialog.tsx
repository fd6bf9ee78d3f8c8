import { confirmIdentity, currentPassword, type reauthenticate } from '@aerie/wire/account/account-security'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { withProofOf } from '../../../platform/session/ask-proof.ts'
import { passkeyFailure, passkeyObstacle, passkeyProof } from '../../../platform/session/passkey.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FactorField } from '../forms/factor-field.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { otpQuery, passkeysQuery } from './sign-in-queries.ts'

type Proof = {
  /** Makes a sensitive call; re-authenticates and retries if the server requires it. Undefined if the user cancels. */
  readonly withProof: <T>(call: () => Promise<T>) => Promise<T | undefined>
  readonly proofDialog: ReactNode
}

export function useProof(): Proof {
  const [waiting, setWaiting] = useState<{ readonly answer: (isProven: boolean) => void } | null>(null)
  const askUser = (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setWaiting({ answer: resolve })
    return promise.finally(() => setWaiting(null))
  }
  return {
    withProof: (call) => withProofOf(askUser, call),
    proofDialog: waiting !== null && <ReauthenticateDialog onAnswer={waiting.answer} />,
  }
}

type Answer = { readonly onAnswer: (isProven: boolean) => void }

type IdentityProof = z.output<typeof reauthenticate>

const prove = async (body: IdentityProof): Promise<void> => void (await api(confirmIdentity, { body }))

export function ReauthenticateDialog({ onAnswer }: Answer) {
  const [isByCode, setByCode] = useState(false)
  const { data: otp } = useQuery(otpQuery, queryClient)
  const { data: passkeys } = useQuery(passkeysQuery, queryClient)
  const hasPasskey = passkeyObstacle() === undefined && passkeys?.some(({ host }) => host === location.hostname) === true
  const byPasskey = async () => {
    try {
      await prove(await passkeyProof())
      onAnswer(true)
    } catch (error) {
      notify('error', passkeyFailure(error))
    }
  }
  return (
    <Dialog
      title="Confirm your identity"
      description="This change is sensitive. You will not be asked again for ten minutes."
      onClose={() => onAnswer(false)}
    >
      {isByCode ? <CodeForm onAnswer={onAnswer} /> : <PasswordForm onAnswer={onAnswer} />}
      {(hasPasskey || otp?.is_on === true) && (
        <fieldset className="flex flex-wrap gap-2 border-line border-t pt-3">
          <legend className="sr-only">Confirm another way</legend>
          {hasPasskey && (
            <Button size="sm" onClick={() => void byPasskey()}>
              Use a passkey
            </Button>
          )}
          {otp?.is_on === true && (
            <Button size="sm" onClick={() => setByCode(!isByCode)}>
              {isByCode ? 'Use the password' : 'Use the authenticator app'}
            </Button>
          )}
        </fieldset>
      )}
    </Dialog>
  )
}

const proveAnd =
  (onAnswer: Answer['onAnswer']) =>
  async (proof: IdentityProof): Promise<void> => {
    await prove(proof)
    onAnswer(true)
  }

const byPassword = z.object({ password: currentPassword })

function PasswordForm({ onAnswer }: Answer) {
  const form = useForm({ schema: byPassword, initial: { password: '' }, send: proveAnd(onAnswer) })
  return (
    <ProofForm form={form} onAnswer={onAnswer}>
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" data-autofocus="" required />
    </ProofForm>
  )
}

const byCode = z.object({ otp: z.string().check(z.trim(), z.minLength(6, 'Enter a code.')) })

function CodeForm({ onAnswer }: Answer) {
  const form = useForm({ schema: byCode, initial: { otp: '' }, send: proveAnd(onAnswer) })
  return (
    <ProofForm form={form} onAnswer={onAnswer}>
      <FactorField value={form.values.otp} error={form.error('otp')} onChange={(value) => form.set('otp', value)} autoFocus />
    </ProofForm>
  )
}

type ProofFormProps = Answer & {
  readonly form: Pick<ReturnType<typeof useForm>, 'formProps' | 'failure' | 'isBusy'>
  readonly children: ReactNode
}

const ProofForm = ({ form: { formProps, failure, isBusy }, onAnswer, children }: ProofFormProps) => (
  <form {...formProps} className="flex flex-col gap-4">
    <FormFailure failure={failure} />
    {children}
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={() => onAnswer(false)}>Cancel</Button>
      <Button type="submit" variant="primary" busy={isBusy}>
        Confirm
      </Button>
    </div>
  </form>
)
