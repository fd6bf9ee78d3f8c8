import type { ReactNode } from 'react'

type EmptyStateProps = { readonly icon?: ReactNode; readonly title?: string; readonly children: ReactNode; readonly action?: ReactNode }

export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
    {icon !== undefined && <span className="text-ink-3">{icon}</span>}
    {title !== undefined && <h2 className="font-semibold text-15 text-ink-1">{title}</h2>}
    <p className="max-w-[46ch] text-13 text-ink-2">{children}</p>
    {action}
  </div>
)
