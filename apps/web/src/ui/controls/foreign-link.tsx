import type { ReactNode } from 'react'
import { webAddress } from '../../platform/browser/web-address.ts'

type ForeignLinkProps = { readonly href: string | undefined; readonly children?: ReactNode }

/** External link: shows its destination and sends no referrer. Anything but a web address is rendered as plain text. */
export function ForeignLink({ href, children }: ForeignLinkProps) {
  const address = webAddress(href ?? '')
  if (address === null) return <>{children}</>
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="font-medium text-accent-text underline underline-offset-2"
    >
      {children} <span className="font-normal">({address.host})</span>
    </a>
  )
}
