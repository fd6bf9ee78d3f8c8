import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Clock } from '@aerie/core/time'
import { boundedCache } from '../../platform/bounded-cache.ts'
import { QUALITY_SHARED, type Representation, represent } from '../../platform/http/representations.ts'
import type { WebFile } from './web-files.ts'

/** `make` returns the data to embed, undefined if none; equivalent queries share one `key`. */
export type BootData = (query: Readonly<Record<string, unknown>>) => { readonly key: string; readonly make: () => unknown }

type Options = {
  readonly template: WebFile
  readonly fill: FillHome
  readonly bootData: BootData
  readonly clock: Clock
  /** Monotonic, in ms. */
  readonly monotonicNow?: () => number
}

const FRESH_MS = 500
const KEPT_PAGES = 64
const KEPT_BYTES = 32 * 1024 * 1024

/** Home with embedded first rows: rendered at most twice a second per list and compressed once. */
export function homePages({
  template,
  fill,
  bootData,
  clock,
  monotonicNow = () => performance.now(),
}: Options): (query: Readonly<Record<string, unknown>>) => Promise<Representation> {
  const html = template.bodies.identity.toString('utf8')
  const pages = boundedCache<Promise<Representation>>({
    maxEntries: KEPT_PAGES,
    maxBytes: KEPT_BYTES,
    maxAgeMs: FRESH_MS,
    now: monotonicNow,
  })
  return (query) => {
    const { key, make } = bootData(query)
    const kept = pages.get(key)
    if (kept !== undefined) return kept
    const data = make()
    const text = withBoot(stamped(data === undefined ? html : fill(html, data), clock.now()), data)
    const page = represent(template.type, text, QUALITY_SHARED)
    // Plain plus two compressed variants, each less than half the size.
    pages.set(key, page, 2 * text.length)
    return page
  }
}

/** Timestamp, so that a cached page does not look current (apps/web/public/boot.js). */
const stamped = (html: string, now: number): string => html.replace('<html', `<html data-made-at="${now}"`)

/** JSON data block, which no CSP has to allow because it never runs. Escapes `<` so that nothing can close the block. */
export function withBoot(html: string, data: unknown): string {
  if (data === undefined) return html
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const end = html.lastIndexOf('</body>')
  return `${html.slice(0, end)}<script type="application/json" id="aerie-boot">${json}</script>${html.slice(end)}`
}

export type FillHome = (html: string, data: unknown) => string

/** Produced by the web app's build (apps/web/build/static-shell.ts). */
type Program = { readonly homeFiller: (parts: unknown) => FillHome }

/** Without the web app's renderer the page is unchanged. Render errors go to `onFault`. */
export async function loadHomeFiller(root: string, onFault: (error: unknown) => void): Promise<FillHome> {
  const program = join(root, 'fill-home.mjs')
  if (!existsSync(program)) return (html) => html
  const { homeFiller } = (await import(pathToFileURL(program).href)) as Program
  const fill = homeFiller(JSON.parse(readFileSync(join(root, 'home-parts.json'), 'utf8')))
  return (html, data) => {
    try {
      return fill(html, data)
    } catch (error) {
      onFault(error)
      return html
    }
  }
}
