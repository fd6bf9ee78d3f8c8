import { savingText } from '../../platform/documents/saving-text.ts'
import type { DocumentState } from '../../platform/documents/synced-document.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'

type SaveStatusProps = Pick<DocumentState<unknown>, 'saving' | 'trouble' | 'isFragile'> & {
  readonly retry: () => void
  readonly always?: boolean
}

export function SaveStatus({ retry, always = false, ...state }: SaveStatusProps) {
  const isStuck = state.saving === 'offline' || state.saving === 'refused'
  return (
    <div role="status" className={cx('flex min-w-0 items-center gap-2 text-12', isStuck ? 'px-2 py-1 text-warning' : 'text-ink-3')}>
      {(always || isStuck) && <span>{savingText(state)}</span>}
      {isStuck && (
        <Button size="sm" variant="secondary" onClick={retry}>
          Try Again
        </Button>
      )}
    </div>
  )
}
