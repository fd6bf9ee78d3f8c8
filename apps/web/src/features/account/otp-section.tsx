import { type otpStatus, recoveryCodes } from '@aerie/wire/account-security'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notify } from '../../ui/toast.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { OtpSetupDialog, startOtp } from './otp-setup-dialog.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SectionState } from './section-state.tsx'
import { dayText, otpQuery, refetchSignIn } from './sign-in-queries.ts'
import { SIGN_IN_WORDS } from './sign-in-words.ts'

const { otp: WORDS } = SIGN_IN_WORDS
/** From here on it is said that they run out. */
const FEW_CODES = 3

/** Account → Account: the second factor. */
export function OtpSection() {
  const query = useQuery(otpQuery, queryClient)
  const { data } = query
  return (
    <Panel title={WORDS.title}>
      {data === undefined ? (
        <SectionState query={query} loading={WORDS.loading} failed={WORDS.failed} />
      ) : (
        <div className="flex flex-col items-start gap-3 p-4">
          {data.confirmed_at === null ? <Off /> : <On status={data} since={data.confirmed_at} />}
        </div>
      )}
    </Panel>
  )
}

const failed = (error: unknown): void => notify('error', errorText(error))

/** The set-up from the secret to the recovery codes, which are shown once. */
function Off() {
  const { withProof, proofDialog } = useProof()
  const [codes, setCodes] = useState<readonly string[]>()
  const { mutate, data: setup, reset, isPending } = useMutation({ mutationFn: () => withProof(startOtp), onError: failed }, queryClient)
  return (
    <>
      <p className="text-13 text-ink-1">{WORDS.off}</p>
      <p className="text-13 text-ink-2">{WORDS.offAbout}</p>
      <Button aria-haspopup="dialog" busy={isPending} onClick={() => mutate()}>
        {WORDS.setUp}
      </Button>
      {proofDialog}
      {setup !== undefined && codes === undefined && <OtpSetupDialog setup={setup} onCodes={setCodes} onClose={reset} />}
      {codes !== undefined && <RecoveryCodesDialog codes={codes} onClose={() => void refetchSignIn(otpQuery)} />}
    </>
  )
}

type OnProps = { readonly status: z.output<typeof otpStatus>; readonly since: string }

const On = ({ status: { recovery_codes_left: left }, since }: OnProps) => (
  <>
    <p className="text-13 text-ink-1">{WORDS.on(dayText(since))}</p>
    <p className="text-13 text-ink-2">
      {WORDS.left(left)} {left <= FEW_CODES && <span className="text-warning">{WORDS.few}</span>}
    </p>
    <div className="flex flex-wrap gap-2">
      <RenewCodes />
      <Remove />
    </div>
  </>
)

function RenewCodes() {
  const [isAsking, setAsking] = useState(false)
  const { withProof, proofDialog } = useProof()
  const { mutate, data, reset, isPending } = useMutation(
    {
      mutationFn: () => withProof(() => api.post('/account/otp/recovery-codes', undefined, recoveryCodes)),
      onSuccess: (made) => made !== undefined && setAsking(false),
      onError: failed,
    },
    queryClient,
  )
  const onStored = () => {
    reset()
    void refetchSignIn(otpQuery)
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {WORDS.renew}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={WORDS.renewTitle}
          action={WORDS.renewAction}
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          {WORDS.renewText}
        </ConfirmDialog>
      )}
      {proofDialog}
      {data !== undefined && <RecoveryCodesDialog codes={data.recovery_codes} onClose={onStored} />}
    </>
  )
}

function Remove() {
  const [isAsking, setAsking] = useState(false)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => withProof(() => api.delete('/account/otp', z.object({ removed: z.boolean() }))),
      onSuccess: (done) => {
        if (done === undefined) return undefined
        setAsking(false)
        notify('success', WORDS.removed)
        return refetchSignIn(otpQuery)
      },
      onError: failed,
    },
    queryClient,
  )
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={WORDS.removeLabel} onClick={() => setAsking(true)}>
        {WORDS.remove}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={WORDS.removeTitle}
          action={WORDS.remove}
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          {WORDS.removeText}
        </ConfirmDialog>
      )}
      {proofDialog}
    </>
  )
}
