import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { clearToasts } from '../../ui/states/toast.ts'

/** The part of the address that names the page: another coin or a query is the same page. */
export function pageKey(pathname: string): string {
  const parts = pathname.split('/').filter(Boolean)
  return (parts[0] === 'currencies' || parts[0] === 'ipc' ? parts.slice(0, 1) : parts.slice(0, 2)).join('/')
}

/**
 * What a change of page does besides the page itself: toasts go, the window is at its top, the focus is at the
 * content, and the new title is read out.
 *
 * @returns the key of the page, whether it is the one the visit began with, and the words to read out
 */
export function useRouteChange(): { readonly key: string; readonly isFirst: boolean; readonly announcement: string } {
  const { pathname, search } = useLocation()
  const key = pageKey(pathname)
  const begun = useRef<{ key: string | null; url: string }>({ key, url: pathname + search })
  const [announcement, setAnnouncement] = useState('')
  const url = pathname + search
  useEffect(() => {
    if (begun.current.url !== url) clearToasts()
    begun.current.url = url
  }, [url])
  useEffect(() => {
    if (begun.current.key === key) return
    begun.current.key = null
    scrollTo(0, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
    // The page sets its title when it has rendered, which may be after its code has arrived.
    const timer = setTimeout(() => setAnnouncement(document.title), 300)
    return () => clearTimeout(timer)
  }, [key])
  return { key, isFirst: begun.current.key === key, announcement }
}
