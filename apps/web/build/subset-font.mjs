// Builds the subset of Inter that Home uses. Run by hand when Inter or the subset changes; the output is committed. In a scratch folder:
// `npm install subset-font@2.9.0`, then `node build/subset-font.mjs SCRATCH_FOLDER`.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const scratch = process.argv[2]
if (!scratch) throw new Error('usage: node build/subset-font.mjs SCRATCH_FOLDER')
const subsetFont = createRequire(resolve(scratch, 'x.js'))('subset-font')

const styles = new URL('../src/app/styles/', import.meta.url)
// The style sheet's unicode-range is the source of the character set.
const fonts = await readFile(new URL('fonts.css', styles), 'utf8')
const ranges = /inter-basic\.woff2[^}]*unicode-range:([^;]+);/.exec(fonts)?.[1]
if (ranges === undefined) throw new Error('fonts.css names no range for inter-basic.woff2')
const text = Array.from(ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g), ([, from, to = from]) =>
  Array.from({ length: parseInt(to, 16) - parseInt(from, 16) + 1 }, (_, i) => String.fromCodePoint(parseInt(from, 16) + i)).join(''),
).join('')
const whole = await readFile(new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')))
const subset = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } })
await writeFile(new URL('inter-basic.woff2', styles), subset)
console.log(`${whole.length} → ${subset.length} bytes`)
