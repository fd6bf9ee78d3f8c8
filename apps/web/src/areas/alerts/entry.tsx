import type { ComponentPropsWithoutRef } from 'react'

/** An item in a list of firings, deliveries or webhooks. */
export const Entry = (props: Omit<ComponentPropsWithoutRef<'li'>, 'className'>) => (
  <li
    className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b px-3 py-2 last:border-b-0 data-unread:shadow-[inset_3px_0_0_var(--accent)]"
    {...props}
  />
)
