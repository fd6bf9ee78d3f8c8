import { cx } from '../cx.ts'

type SpinnerProps = { readonly label?: string; readonly size?: 'sm' | 'lg'; readonly className?: string }

/** Without a label it is decorative, next to visible text. */
export function Spinner({ label, size = 'sm', className }: SpinnerProps) {
  return (
    <span {...(label === undefined ? { 'aria-hidden': true } : { role: 'status' })} className={cx('inline-flex', className)}>
      <span
        className={cx('animate-spinner rounded-full border-2 border-line-strong border-t-accent-text', size === 'sm' ? 'size-4' : 'size-8')}
      />
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  )
}
