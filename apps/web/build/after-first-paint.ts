const BOOT = '<script src="/boot.js">'
const MODULE = /<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="(\/assets\/[^"]+)">(?:<\/script>)?/g

/**
 * The page with its program fetched and run by public/boot.js once the page is painted. Loaded at once, the program competes with the style
 * sheet on a slow line and delays the first paint by its own work.
 *
 * @throws where the page names no program, or loads no boot.js that could run it
 */
export function afterFirstPaint(html: string): string {
  const modules = Array.from(html.matchAll(MODULE), ([, path = '']) => path)
  if (modules.length === 0 || !html.includes(BOOT)) throw new Error('index.html has no program that could wait for the first paint')
  return html.replace(MODULE, '').replace(BOOT, () => `<script src="/boot.js" data-main="${modules.join(' ')}">`)
}
