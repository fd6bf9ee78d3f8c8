import { removeWallet } from '@aerie/wire/account/wallets'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { renewAfterChange } from '../../../platform/session/session.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { shortAddress } from '../../membership/index.ts'
import { useProof } from '../security/reauthenticate-dialog.tsx'
import { type LinkedWallet, refetchWallets } from './wallets-queries.ts'

type WalletsUnlinkDialogProps = { readonly wallet: LinkedWallet; readonly onClose: () => void }

export function WalletsUnlinkDialog({ wallet, onClose }: WalletsUnlinkDialogProps) {
  const short = shortAddress(wallet.address)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => withProof(() => unlink(wallet)),
      onSuccess: (done) => {
        if (done === undefined) return undefined
        notify('success', `${short} was unlinked.`)
        onClose()
        return refetchWallets()
      },
      onError: (error) => notify('error', errorText(error)),
    },
    queryClient,
  )
  return (
    <Dialog
      title={`Unlink ${short}`}
      description={
        wallet.is_main
          ? 'This is your main wallet. Your gold tier ends without it, and so does a subscription that it paid for. Your tokens stay yours.'
          : 'The wallet is removed from your account and can be linked to another one. A subscription that it paid for ends. Your tokens stay yours.'
      }
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            Unlink
          </Button>
        </>
      }
    >
      <p className="text-13 text-ink-2">You can link it again at any time.</p>
      {proofDialog}
    </Dialog>
  )
}

async function unlink({ address, is_main: isMain }: LinkedWallet): Promise<true> {
  await api(removeWallet, { params: { address } })
  // The token contains the main wallet: renewing it updates the whole page.
  if (isMain) await renewAfterChange()
  return true
}
