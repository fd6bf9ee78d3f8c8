const BOOT = '<script src="/boot.js">'
const MODULES = /<script type="module" crossorigin src="(\/assets\/[^"]+)"><\/script>/g
const isProgram = (path: string): boolean => path.startsWith('/assets/home-')

/**
 * The page with its program fetched and run once the page is painted (public/boot.js): before, it takes the style sheet's share of a
 * slow line, and holds the first paint back by its own work. What the program imports at once goes with it.
 *
 * @throws where the page names no program, or loads no boot.js that could run it
 */
export function afterFirstPaint(html: string): string {
  const modules = Array.from(html.matchAll(MODULES), ([, path = '']) => path)
  if (!modules.some(isProgram) || !html.includes(BOOT)) throw new Error('index.html has no program that could wait for the first paint')
  return html.replace(MODULES, '').replace(BOOT, () => `<script src="/boot.js" data-main="${modules.join(' ')}">`)
}
