import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { usePageTitle } from '../../../platform/navigation/page-title.ts'

type AuthCardProps = {
  readonly title: string
  readonly intro: ReactNode
  readonly children: ReactNode
  readonly footer: ReactNode
}

export function AuthCard({ title, intro, children, footer }: AuthCardProps) {
  usePageTitle(title)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => focusFirstField(card.current), [])
  return (
    <div className="flex flex-1 justify-center px-4 py-6 sm:items-center sm:py-12">
      <div ref={card} className="flex w-full max-w-[26rem] flex-col gap-5 sm:rounded-md sm:border sm:border-line sm:bg-surface-1 sm:p-8">
        <header className="flex flex-col gap-1">
          <h1 className="font-semibold text-24 text-ink-1 tracking-tight">{title}</h1>
          <p className="text-13 text-ink-2">{intro}</p>
        </header>
        {children}
        <footer className="flex flex-col gap-1 border-line border-t pt-4 text-13 text-ink-2">{footer}</footer>
      </div>
    </div>
  )
}

/**
 * Autofocus only with a keyboard: on touch, the on-screen keyboard would cover the page. Waits a frame because the shell moves focus to the
 * content on navigation.
 */
function focusFirstField(card: HTMLElement | null): (() => void) | undefined {
  if (card === null || matchMedia('(pointer: coarse)').matches) return undefined
  const frame = requestAnimationFrame(() => {
    const empty = [...card.querySelectorAll('input')].find((input) => input.value === '')
    if (!card.contains(document.activeElement)) empty?.focus({ preventScroll: true })
  })
  return () => cancelAnimationFrame(frame)
}

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

export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Without a mail server, local setups keep mail in the server's outbox. */
export const MailNotes = () => (
  <p className="text-12 text-ink-2">
    No e-mail? Check your spam folder.
    {LOOPBACK.test(location.hostname) && (
      <>
        {' '}
        A local server without a mail server (SMTP_URL) sends none:{' '}
        <a href="/dev/outbox" target="_blank" rel="noreferrer" className="font-medium text-accent-text underline underline-offset-2">
          Open the local mail page
        </a>
        .
      </>
    )}
  </p>
)
