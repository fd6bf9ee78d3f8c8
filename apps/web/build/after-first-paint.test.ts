import { expect, it } from 'vitest'
import { afterFirstPaint } from './after-first-paint.ts'

const RUNTIME = '<script type="module" crossorigin src="/assets/runtime-b2.js"></script>'
const page = (boot: string, main = 'home') =>
  `<head>${boot}<script type="module" crossorigin src="/assets/${main}-a1.js"></script>${RUNTIME}</head>`
const BOOT = '<script src="/boot.js"></script>'

it('leaves fetching and running the program, and what it imports, to boot.js', () =>
  expect(afterFirstPaint(page(BOOT))).toBe(
    '<head><script src="/boot.js" data-main="/assets/home-a1.js /assets/runtime-b2.js"></script></head>',
  ))

it('stops the build where nothing would run the program', () => expect(() => afterFirstPaint(page(''))).toThrow('no program'))

it('stops the build where there is no program', () => expect(() => afterFirstPaint(page(BOOT, 'other'))).toThrow('no program'))
