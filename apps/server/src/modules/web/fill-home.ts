import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Puts what the page of Home carries into its markup too: the first rows, and the badge that says where prices come from. */
export type FillHome = (html: string, data: unknown) => string

/** What the build of the web app leaves for the server (apps/web/build/static-shell.ts). */
type Program = { readonly homeFiller: (parts: unknown) => FillHome }

/**
 * The web app's own code for that, from its build in `root`; a build without it leaves the page as it is. Markup that cannot be made
 * is told to `onFault` and left out: the page is whole without it.
 */
export async function loadHomeFiller(root: string, onFault: (error: unknown) => void): Promise<FillHome> {
  const program = join(root, 'fill-home.mjs')
  if (!existsSync(program)) return (html) => html
  const { homeFiller } = (await import(pathToFileURL(program).href)) as Program // made by the build that made the page
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
