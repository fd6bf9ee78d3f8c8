import { expect, it } from 'vitest'
import { afterFirstPaint } from './after-first-paint.ts'

const PROGRAM =
  '<script type="module" crossorigin src="/assets/index-a1.js"></script><link rel="modulepreload" crossorigin href="/assets/home-b2.js">'
const BOOT = '<script src="/boot.js"></script>'

it('defers fetching and running the program and its imports to boot.js', () =>
  expect(afterFirstPaint(`<head>${BOOT}${PROGRAM}</head>`)).toBe(
    '<head><script src="/boot.js" data-main="/assets/index-a1.js /assets/home-b2.js"></script></head>',
  ))

it('stops the build if nothing would run the program', () => expect(() => afterFirstPaint(PROGRAM)).toThrow('no program'))

it('stops the build if there is no program', () => expect(() => afterFirstPaint(BOOT)).toThrow('no program'))
