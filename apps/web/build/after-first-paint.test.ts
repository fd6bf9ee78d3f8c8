import { expect, it } from 'vitest'
import { afterFirstPaint } from './after-first-paint.ts'

const BOOT = '<script src="/boot.js"></script>'
const MAIN = '<script type="module" crossorigin src="/assets/home-a1.js"></script>'
const SHEET = '<link rel="stylesheet" crossorigin href="/assets/home-b2.css">'
const firstRules = 'a{}'

it('puts boot.js and the first rules into the page, and leaves the program and the whole style sheet to boot.js', () =>
  expect(
    afterFirstPaint({
      html: `<head>${BOOT}<script type="module" crossorigin src="/assets/runtime-c3.js"></script>${MAIN}${SHEET}</head>`,
      boot: '$&()',
      firstRules,
    }),
  ).toBe(
    '<head><script data-main="/assets/home-a1.js /assets/runtime-c3.js" data-sheet="/assets/home-b2.css">$&()</script><style>a{}</style></head>',
  ))

it.each([
  ['nothing would run the program', MAIN + SHEET, ''],
  ['there is no program', BOOT + SHEET, ''],
  ['there is no style sheet', BOOT + MAIN, ''],
  ['a text would end its element', BOOT + MAIN + SHEET, '</SCRIPT >'],
])('stops the build where %s', (_what, html, boot) => expect(() => afterFirstPaint({ html, boot, firstRules })).toThrow())
