import { expect, it } from 'vitest'
import { type Built, loadedWith } from './lean-preloads.ts'

const BUILT: Readonly<Record<string, Built>> = {
  'trade.js': { imports: ['queries.js', 'home.js'], styles: ['trade.css'] },
  'queries.js': { imports: ['home.js'], styles: [] },
  'home.js': { imports: ['trade.js'], styles: ['home.css'] },
}

it('knows what is there with a file: all that it imports, theirs and their style sheets, also in a circle', () =>
  expect([...loadedWith('trade.js', (file) => BUILT[file])].toSorted()).toEqual([
    'home.css',
    'home.js',
    'queries.js',
    'trade.css',
    'trade.js',
  ]))
