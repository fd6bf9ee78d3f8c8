// Cuts Inter down to what Home is written in; a maintainer runs it by hand when Inter changes, and its output is committed.
//
//   npm install subset-font@2.9.0   (in a scratch folder)
//   node build/cut-font.mjs SCRATCH_FOLDER
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const scratch = process.argv[2]
if (!scratch) throw new Error('usage: node build/cut-font.mjs SCRATCH_FOLDER')
const subsetFont = createRequire(resolve(scratch, 'x.js'))('subset-font')

/** ASCII, and the signs of our sentences and figures; as in unicode-range of src/app/styles/fonts.css. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xb0, 0xb1],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
]
const text = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))).join('')
const whole = await readFile(new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')))
const cut = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } })
await writeFile(new URL('../src/app/styles/inter-basic.woff2', import.meta.url), cut)
console.log(`${whole.length} → ${cut.length} bytes`)
