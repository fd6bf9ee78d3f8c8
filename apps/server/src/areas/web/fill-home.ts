import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

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
