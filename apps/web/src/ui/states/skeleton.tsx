import { cx } from '../cx.ts'

/** A grey bar in the shape of what is on its way; give it the final width and height. Hidden from screen readers. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span aria-hidden="true" className={cx('animate-skeleton block rounded-md bg-surface-3', className ?? 'h-3 w-16')} />
)

/** Several bars, one under the other: the shape of a list on its way. */
export const SkeletonRows = ({ count, className }: { readonly count: number; readonly className?: string }) =>
  Array.from({ length: count }, (_, row) => row).map((row) => <Skeleton key={row} className={className ?? 'h-4 w-full'} />)
