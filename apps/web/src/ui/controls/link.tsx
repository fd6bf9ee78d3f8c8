import type { ComponentProps, MouseEvent } from 'react'
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly to: To; readonly replace?: boolean; readonly state?: unknown }

/**
 * A link to another page of the product. Does for a browser what the router's own `Link` does, without its parts for
 * server-side frameworks.
 */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps) {
  const href = useHref(to)
  const path = useResolvedPath(to)
  const here = useLocation()
  const navigate = useNavigate()
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || (target !== undefined && target !== '_self')) return
    event.preventDefault()
    // To press the link of the page one is at is no new step in the history.
    void navigate(to, { replace: replace ?? createPath(here) === createPath(path), state })
  }
  return <a {...rest} href={href} target={target} onClick={press} />
}

/** Any other click is the browser's: a new tab, a new window, a download. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
