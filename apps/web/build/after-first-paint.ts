const BOOT = '<script src="/boot.js">'
const MODULE = /<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="(\/assets\/[^"]+)">(?:<\/script>)?/g

/** Defers the page's script to public/boot.js: loaded at once, it competes with the style sheet on slow links and delays first paint. */
export function afterFirstPaint(html: string): string {
  const modules = Array.from(html.matchAll(MODULE), ([, path = '']) => path)
  if (modules.length === 0 || !html.includes(BOOT)) throw new Error('index.html has no program that could wait for the first paint')
  return html.replace(MODULE, '').replace(BOOT, () => `<script src="/boot.js" data-main="${modules.join(' ')}">`)
}
