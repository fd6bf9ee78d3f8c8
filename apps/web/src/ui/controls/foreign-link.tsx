import type { ReactNode } from 'react'
import { webAddress } from '../../lib/routing/web-address.ts'

type ForeignLinkProps = { readonly href: string | undefined; readonly children?: ReactNode }

/** A link out of the product shows where it leads, and tells that place nothing of where it was followed. What is no web page is plain text. */
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
