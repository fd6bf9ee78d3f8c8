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
    <Panel title="Authenticator app">
      <QueryView
        query={query}
        loading="Loading your authenticator app"
        failed="Your authenticator app could not be loaded"
        rowClassName="h-10.5 w-full max-sm:h-13"
      >
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
      <p className="text-13 text-ink-1">Off. Logging in needs your password only.</p>
      <p className="text-13 text-ink-2">With an authenticator app, logging in with the password also needs a code from your phone.</p>
      <Button aria-haspopup="dialog" busy={isPending} onClick={() => mutate()}>
        Set up
      </Button>
      {proofDialog}
      {setup !== undefined && <OtpSetupDialog setup={setup} onCodes={onMade} onClose={reset} />}
    </>
  )
}

type OnProps = WithCodes & { readonly status: z.output<typeof otpStatus>; readonly since: string }

const On = ({ status: { recovery_codes_left: left }, since, onCodes }: OnProps) => (
  <>
    <p className="text-13 text-ink-1">{`On since ${dayText(since)}. Logging in with the password also needs a code.`}</p>
    <p className="text-13 text-ink-2">
      {left === 1 ? '1 recovery code left.' : `${left} recovery codes left.`}{' '}
      {left <= FEW_CODES && (
        <span className="text-warning">Create new ones before you run out: without your phone they are the only way in.</span>
      )}
    </p>
    <div className="flex flex-wrap gap-2">
      <RenewCodes onCodes={onCodes} />
      <Remove />
    </div>
  </>
)

const RenewCodes = ({ onCodes }: WithCodes) => (
  <ConfirmedAction
    name="New recovery codes"
    title="Create new recovery codes"
    text="The old ones stop working at once."
    action="Create new codes"
    call={() => api.post('/account/otp/recovery-codes', undefined, recoveryCodes)}
    onDone={({ recovery_codes }) => onCodes(recovery_codes)}
  />
)

const Remove = () => (
  <ConfirmedAction
    name="Remove"
    label="Remove the authenticator app"
    title="Remove the authenticator app"
    text="Logging in then needs your password only, and your recovery codes stop working."
    call={() => api.delete('/account/otp', z.object({ removed: z.boolean() }))}
    onDone={() => {
      notify('success', 'The authenticator app was removed.')
      return refetchSignIn(otpQuery)
    }}
  />
)
