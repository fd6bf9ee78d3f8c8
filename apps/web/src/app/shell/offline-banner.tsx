import { useIsOnline } from '../../lib/use-is-online.ts'

/** Says that there is no network, so that nobody takes the last prices for present ones. */
export function OfflineBanner() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="border-line border-b bg-surface-3 px-4 py-2 text-center text-13 text-warning">
          You are offline. These are the last known values. Updates continue automatically once you are back online.
        </p>
      )}
    </div>
  )
}
