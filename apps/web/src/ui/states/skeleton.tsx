import { cx } from '../cx.ts'

/** Use the final width and height. Hidden from screen readers. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span aria-hidden="true" className={cx('animate-skeleton block rounded-md bg-surface-3', className ?? 'h-3 w-16')} />
)

export const SkeletonRows = ({ count, className }: { readonly count: number; readonly className?: string }) =>
  Array.from({ length: count }, (_, row) => row).map((row) => <Skeleton key={row} className={className ?? 'h-4 w-full'} />)
