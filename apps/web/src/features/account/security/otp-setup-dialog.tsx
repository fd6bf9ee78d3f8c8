import { otpConfirmation, otpSetup, recoveryCodes } from '@aerie/wire/account/account-security'
import type * as z from 'zod/mini'
import { api } from '../../../lib/http/api.ts'
import { FormFailure } from '../../../session/forms/form-failure.tsx'
import { useForm } from '../../../session/forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CodeField } from '../../../ui/controls/code-field.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { useProof } from './reauthenticate-dialog.tsx'

type OtpSetupDialogProps = {
  readonly setup: z.output<typeof otpSetup>
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Asks for a new secret. */
export const startOtp = () => api.post('/account/otp', undefined, otpSetup)

/** Shows the secret once, as a QR code drawn here and as text, and asks for the app's first code. */
export function OtpSetupDialog({ setup: { secret, uri }, onCodes, onClose }: OtpSetupDialogProps) {
  const { withProof, proofDialog } = useProof()
  const form = useForm({
    schema: otpConfirmation,
    initial: { code: '' },
    send: async (data) => {
      const made = await withProof(() => api.post('/account/otp/confirm', data, recoveryCodes))
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
