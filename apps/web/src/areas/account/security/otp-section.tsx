import {
  confirmOtpSetup,
  otpConfirmation,
  type otpSetup,
  type otpStatus,
  removeOtp,
  renewRecoveryCodes,
  startOtpSetup,
} from '@aerie/wire/account/account-security'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { dateText } from '../../../platform/format/market-text.ts'
import { useSession } from '../../../platform/session/session.ts'
import { saveFile } from '../../../platform/storage/save-file.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { otpQuery, refetchSignIn } from './sign-in-queries.ts'

const FEW_CODES = 3

type WithCodes = { readonly onCodes: (codes: readonly string[]) => void }

export function OtpSection() {
  const query = useQuery(otpQuery, queryClient)
  // Codes are shown only once, so a refetch (e.g. on window focus) must not hide them.
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
        className="p-4"
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

function Off({ onCodes }: WithCodes) {
  const { withProof, proofDialog } = useProof()
  const {
    mutate,
    data: setup,
    reset,
    isPending,
  } = useMutation({ mutationFn: () => withProof(() => api(startOtpSetup, {})), onError: failed }, queryClient)
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
    <p className="text-13 text-ink-1">{`On since ${dateText(Date.parse(since))}. Logging in with the password also needs a code.`}</p>
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
    call={() => api(renewRecoveryCodes, {})}
    onDone={({ recovery_codes }) => onCodes(recovery_codes)}
  />
)

const Remove = () => (
  <ConfirmedAction
    name="Remove"
    label="Remove the authenticator app"
    title="Remove the authenticator app"
    text="Logging in then needs your password only, and your recovery codes stop working."
    call={() => api(removeOtp, {})}
    onDone={() => {
      notify('success', 'The authenticator app was removed.')
      return refetchSignIn(otpQuery)
    }}
  />
)

type RecoveryCodesDialogProps = { readonly codes: readonly string[]; readonly onClose: () => void }

function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const email = useSession((state) => state.user?.email ?? '')
  const text = codes.join('\n')
  return (
    <Dialog
      title="Recovery codes"
      description="Save these somewhere you can reach without your phone. Each replaces a code once. They are not shown again."
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => copyText(text, 'Recovery codes copied.', 'Select them instead.')}>Copy</Button>
          <Button
            onClick={() =>
              saveFile('aerie-recovery-codes.txt', `${`Recovery codes of ${email} for Aerie. Each works once.`}\n\n${text}\n`, 'text/plain')
            }
          >
            Save as a file
          </Button>
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-x-4 gap-y-1 rounded-md border border-line bg-surface-1 p-3 sm:grid-cols-2">
        {/* In the text's own font an x between digits is drawn as a multiplication sign. */}
        {codes.map((code) => (
          <li key={code} className="select-all text-center font-mono text-15 text-ink-1">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type OtpSetupDialogProps = {
  readonly setup: z.output<typeof otpSetup>
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

function OtpSetupDialog({ setup: { secret, uri }, onCodes, onClose }: OtpSetupDialogProps) {
  const { withProof, proofDialog } = useProof()
  const form = useForm({
    schema: otpConfirmation,
    initial: { code: '' },
    send: async (data) => {
      const made = await withProof(() => api(confirmOtpSetup, { body: data }))
      if (made !== undefined) onCodes(made.recovery_codes)
    },
  })
  return (
    <Dialog
      title="Set up an authenticator app"
      description="Scan this code with an authenticator app, then enter the six digits that it shows."
      onClose={onClose}
    >
      <QrCode text={uri} label="QR code with the secret for the authenticator app" className="mx-auto w-full max-w-56" />
      <div className="flex flex-col items-start gap-2">
        <p className="text-12 text-ink-2">Cannot scan it? Enter this secret manually:</p>
        <code translate="no" className="num select-all break-all text-13 text-ink-1">
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </code>
        <Button size="sm" onClick={() => copyText(secret, 'Secret copied.', 'Select the secret instead.')}>
          Copy secret
        </Button>
      </div>
      <form {...form.formProps} className="flex flex-col gap-4">
        <FormFailure failure={form.failure} />
        <CodeField
          label="Code"
          hint="Six digits from the app."
          error={form.error('code')}
          value={form.values.code}
          onChange={(digits) => form.set('code', digits)}
          data-autofocus=""
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.isBusy}>
            Switch on
          </Button>
        </div>
      </form>
      {proofDialog}
    </Dialog>
  )
}
