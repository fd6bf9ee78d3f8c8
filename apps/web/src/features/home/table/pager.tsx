import { PAGE_SIZE } from '@aerie/wire/market/market'
import { buttonStyle } from '../../../ui/controls/button-style.ts'
import { rangeText } from './range-text.ts'

type PagerProps = {
  readonly page: number
  /** Rows on the page; null while it is not known. */
  readonly count: number | null
  readonly onPage: (page: number) => void
}

/** Prev and Next, one page at a time. */
export function Pager({ page, count, onPage }: PagerProps) {
  const hasPrev = page > 1
  const hasNext = count === PAGE_SIZE
  return (
    <nav aria-label="Pages of the list" className="flex items-center justify-between gap-3 px-3 py-2">
      <button
        type="button"
        className={buttonStyle('secondary', 'sm')}
        disabled={!hasPrev}
        aria-disabled={!hasPrev || undefined}
        title={hasPrev ? undefined : 'This is the first page'}
        onClick={() => onPage(page - 1)}
      >
        Prev
      </button>
      <p className="num text-12 text-ink-2" aria-live="polite">
        {rangeText(page, count)}
      </p>
      <button
        type="button"
        className={buttonStyle('secondary', 'sm')}
        disabled={!hasNext}
        aria-disabled={!hasNext || undefined}
        title={hasNext || count === null ? undefined : 'There are no more tokens'}
        onClick={() => onPage(page + 1)}
      >
        Next
      </button>
    </nav>
  )
}
