const BOOT = /<script src="\/boot\.js"><\/script>/
const MODULE = /<script type="module" crossorigin src="(\/assets\/[^"]+)"><\/script>/g
const SHEET = /<link rel="stylesheet" crossorigin href="(\/assets\/home-[^"]+\.css)">/

/** What the first paint needs, and where the rest is left. */
type Page = {
  readonly html: string
  /** The program of boot.js, which stands in the page. */
  readonly boot: string
  /** The part of the style sheet that the page is painted by. */
  readonly firstRules: string
}

/**
 * The page with all that its first paint waits for inside: boot.js and the rules of what is on it. Each would be a request, on a slow line
 * with a connection of its own. The whole style sheet and the program are named to boot.js, which fetches them once the page is painted. The
 * server allows what is inline by its hash (apps/server/src/modules/web/inline-hashes.ts).
 *
 * @throws where the page names no program or style sheet, loads no boot.js that could run it, or a text would end its element
 */
export function afterFirstPaint({ html, boot, firstRules }: Page): string {
  const modules = Array.from(html.matchAll(MODULE), ([, path = '']) => path).sort((a, b) => Number(isHome(b)) - Number(isHome(a)))
  const sheet = SHEET.exec(html)?.[1]
  if (modules[0] === undefined || !isHome(modules[0]) || sheet === undefined || !BOOT.test(html))
    throw new Error('index.html has no program or style sheet that could wait for the first paint')
  if (/<\/(style|script)/i.test(firstRules + boot)) throw new Error('what stands in the page would end the element that it stands in')
  return html
    .replace(MODULE, '')
    .replace(SHEET, () => `<style>${firstRules}</style>`)
    .replace(BOOT, () => `<script data-main="${modules.join(' ')}" data-sheet="${sheet}">${boot}</script>`)
}

const isHome = (path: string): boolean => path.startsWith('/assets/home-')
