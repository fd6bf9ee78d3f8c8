import { Suspense } from 'react'
import { ProveLayer } from '../areas/account/index.ts'
import { AlertDialog } from '../areas/alerts/index.ts'
import { ConnectWalletDialog, DisconnectWalletDialog } from '../areas/membership/index.ts'
import { lazyPart } from '../platform/browser/lazy-part.ts'
import { closeLayer, type Layer, useLayer } from '../platform/navigation/layers.ts'
import { ErrorBoundary } from '../ui/states/error-boundary.tsx'

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette)
const ShortcutSheet = lazyPart(async () => (await import('./shortcuts/shortcut-sheet.tsx')).ShortcutSheet)
const LogOutDialog = lazyPart(async () => (await import('./log-out-dialog.tsx')).LogOutDialog)
const MoreSheet = lazyPart(async () => (await import('./more-sheet.tsx')).MoreSheet)

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
