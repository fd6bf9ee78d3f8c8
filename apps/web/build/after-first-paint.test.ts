import { expect, it } from 'vitest'
import { afterFirstPaint } from './after-first-paint.ts'

const page = (boot: string) => `<head>${boot}<script type="module" crossorigin src="/assets/home-a1.js"></script></head>`

it('leaves fetching and running the program to boot.js', () =>
  expect(afterFirstPaint(page('<script src="/boot.js"></script>'))).toBe(
    '<head><script src="/boot.js" data-main="/assets/home-a1.js"></script></head>',
  ))

it('stops the build where nothing would run the program', () => expect(() => afterFirstPaint(page(''))).toThrow('no program'))
