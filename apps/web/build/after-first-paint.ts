const BOOT = '<script src="/boot.js">'
const MAIN = /<script type="module" crossorigin src="(\/assets\/home-[^"]+)"><\/script>/

/**
 * The page with its program fetched and run once the page is painted (public/boot.js): before, it takes the style sheet's share of a
 * slow line, and holds the first paint back by its own work.
 *
 * @throws where the page names no program, or loads no boot.js that could run it
 */
export function afterFirstPaint(html: string): string {
  const main = MAIN.exec(html)?.[1]
  if (main === undefined || !html.includes(BOOT)) throw new Error('index.html has no program that could wait for the first paint')
  return html.replace(MAIN, '').replace(BOOT, () => `<script src="/boot.js" data-main="${main}">`)
}
