import { PurgeCSS } from 'purgecss'

const CLASSES = /\bclass="([^"]*)"/g
const TAGS = /<([a-z][a-z0-9]*)/g
const IDS = /\bid="([^"]+)"/g
const ENTITIES: Readonly<Record<string, string>> = { '&gt;': '>', '&lt;': '<', '&amp;': '&', '&quot;': '"', '&#x27;': "'" }

/**
 * The rules of a style sheet that may hold for anything in `markup`, at any width, in any theme, and with any attribute: the page can be
 * painted by them until the whole sheet is there, which changes nothing then. Left out is what holds only under a pointer or a press.
 */
export async function firstRules(sheet: string, markup: readonly string[]): Promise<string> {
  const text = markup.join('')
  const found = {
    attributes: { names: [], values: [] },
    classes: all(text, CLASSES).flatMap((list) => list.replace(/&[a-z0-9#]+;/g, (name) => ENTITIES[name] ?? name).split(/\s+/)),
    ids: all(text, IDS),
    tags: ['html', 'body', ...all(text, TAGS)],
    undetermined: [],
  }
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: '', extension: 'html' }],
    extractors: [{ extensions: ['html'], extractor: () => found }],
    css: [{ raw: sheet }],
    // Scripts set attributes: those that are in no markup yet count as there.
    dynamicAttributes: all(sheet, /\[([\w-]+)/g),
    keyframes: true,
    variables: true,
    blocklist: [/:hover/, /:active/],
  })
  if (purged === undefined) throw new Error('the style sheet could not be read')
  return purged.css.trim()
}

const all = (text: string, pattern: RegExp): string[] => Array.from(new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found)))
