import { type otpStatus, recoveryCodes } from '@aerie/wire/account/account-security'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../../lib/http/api.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { OtpSetupDialog, startOtp } from './otp-setup-dialog.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { dayText, otpQuery, refetchSignIn } from './sign-in-queries.ts'
import { SIGN_IN_WORDS } from './sign-in-words.ts'

const { otp: WORDS } = SIGN_IN_WORDS
/** From here on it is said that they run out. */
const FEW_CODES = 3

type WithCodes = { readonly onCodes: (codes: readonly string[]) => void }

/** Account → Account: the second factor. */
export function OtpSection() {
  const query = useQuery(otpQuery, queryClient)
  // Codes are shown once. Whatever is read meanwhile, as on a return to the window, they stay until they are closed.
  const [codes, setCodes] = useState<readonly string[]>()
  const onCodes = (made: readonly string[]) => {
    setCodes(made)
    void refetchSignIn(otpQuery)
  }
  return (
    <Panel title={WORDS.title}>
      <QueryView query={query} loading={WORDS.loading} failed={WORDS.failed} rowClassName="h-10.5 w-full max-sm:h-13">
        {(status) => (
          <div className="flex flex-col items-start gap-3 p-4">
            {status.confirmed_at === null ? (
              <Off onCodes={onCodes} />
            ) : (
              <On status={status} since={status.confirmed_at} onCodes={onCodes} />
            )}
          </div>
        )}
      </QueryView>
      {codes !== undefined && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Panel>
  )
}

const failed = (error: unknown): void => notify('error', errorText(error))

/** The set-up from the secret to the recovery codes. */
function Off({ onCodes }: WithCodes) {
  const { withProof, proofDialog } = useProof()
  const { mutate, data: setup, reset, isPending } = useMutation({ mutationFn: () => withProof(startOtp), onError: failed }, queryClient)
  const onMade = (codes: readonly string[]) => {
    reset()
    onCodes(codes)
  }
  return (
    <>
      <p className="text-13 text-ink-1">{WORDS.off}</p>
      <p className="text-13 text-ink-2">{WORDS.offAbout}</p>
      <Button aria-haspopup="dialog" busy={isPending} onClick={() => mutate()}>
        {WORDS.setUp}
      </Button>
      {proofDialog}
      {setup !== undefined && <OtpSetupDialog setup={setup} onCodes={onMade} onClose={reset} />}
    </>
  )
}

type OnProps = WithCodes & { readonly status: z.output<typeof otpStatus>; readonly since: string }

const On = ({ status: { recovery_codes_left: left }, since, onCodes }: OnProps) => (
  <>
    <p className="text-13 text-ink-1">{WORDS.on(dayText(since))}</p>
    <p className="text-13 text-ink-2">
      {WORDS.left(left)} {left <= FEW_CODES && <span className="text-warning">{WORDS.few}</span>}
    </p>
    <div className="flex flex-wrap gap-2">
      <RenewCodes onCodes={onCodes} />
      <Remove />
    </div>
  </>
)

const RenewCodes = ({ onCodes }: WithCodes) => (
  <ConfirmedAction
    name={WORDS.renew}
    title={WORDS.renewTitle}
    text={WORDS.renewText}
    action={WORDS.renewAction}
    call={() => api.post('/account/otp/recovery-codes', undefined, recoveryCodes)}
    onDone={({ recovery_codes }) => onCodes(recovery_codes)}
  />
)

const Remove = () => (
  <ConfirmedAction
    name={WORDS.remove}
    label={WORDS.removeLabel}
    title={WORDS.removeTitle}
    text={WORDS.removeText}
    call={() => api.delete('/account/otp', z.object({ removed: z.boolean() }))}
    onDone={() => {
      notify('success', WORDS.removed)
      return refetchSignIn(otpQuery)
    }}
  />
)
