import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type AuthLinkProps = { readonly to: 'login' | 'signup' | 'verify' | 'forgot-password'; readonly children: ReactNode }

/** Preserves the guest's original destination. */
export function AuthLink({ to, children }: AuthLinkProps) {
  const { search } = useLocation()
  return (
    <Link
      to={{ pathname: `/auth/${to}`, search }}
      className="inline-flex min-h-6 items-center font-medium text-accent-text underline decoration-from-font underline-offset-2 hover:no-underline pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  )
}
