import { Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { closeLayer, type Layer, useLayer } from '../navigation/layers.ts'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'

const CommandPalette = lazyPart(async () => (await import('../features/palette/command-palette.tsx')).CommandPalette)
const ShortcutSheet = lazyPart(async () => (await import('../features/shortcut-sheet/shortcut-sheet.tsx')).ShortcutSheet)
const LogOutDialog = lazyPart(async () => (await import('../features/account-menu/log-out-dialog.tsx')).LogOutDialog)
const ConnectWalletDialog = lazyPart(async () => (await import('../features/wallet/connect-wallet-dialog.tsx')).ConnectWalletDialog)
const DisconnectWalletDialog = lazyPart(
  async () => (await import('../features/wallet/disconnect-wallet-dialog.tsx')).DisconnectWalletDialog,
)
const AlertDialog = lazyPart(async () => (await import('../features/alerts/alert-dialog.tsx')).AlertDialog)
const ProveLayer = lazyPart(async () => (await import('../features/account/prove-layer.tsx')).ProveLayer)
const MoreSheet = lazyPart(async () => (await import('../features/more-sheet/more-sheet.tsx')).MoreSheet)

export function LayerHost() {
  const open = useLayer((state) => state.open)
  if (open === null) return null
  return (
    <ErrorBoundary key={open}>
      <Suspense fallback={null}>
        <OpenLayer layer={open} />
      </Suspense>
    </ErrorBoundary>
  )
}

function OpenLayer({ layer }: { readonly layer: Layer }) {
  if (layer === 'palette' || layer === 'coins') return <CommandPalette key={layer} coinsOnly={layer === 'coins'} onClose={closeLayer} />
  if (layer === 'shortcuts') return <ShortcutSheet onClose={closeLayer} />
  if (layer === 'log-out') return <LogOutDialog onClose={closeLayer} />
  if (layer === 'connect-wallet') return <ConnectWalletDialog onClose={closeLayer} />
  if (layer === 'disconnect-wallet') return <DisconnectWalletDialog onClose={closeLayer} />
  if (layer === 'alert') return <AlertDialog onClose={closeLayer} />
  if (layer === 'prove') return <ProveLayer onClose={closeLayer} />
  return <MoreSheet onClose={closeLayer} />
}
