import { type ReactNode, useEffect, useRef } from 'react'
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
