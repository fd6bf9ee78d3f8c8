import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pointAt, STEPS } from './tour.tsx'

const box = (left: number, top: number, width: number, height: number) => () => new DOMRect(left, top, width, height)
const add = (html: string, rect: () => DOMRect) => {
  document.body.insertAdjacentHTML('beforeend', html)
  const [made] = [...document.body.querySelectorAll<HTMLElement>('a, button, .tour')].slice(-1)
  if (made === undefined) throw new Error('nothing was made')
  made.getBoundingClientRect = rect
  return made
}
const card = () => add('<div class="tour"></div>', box(0, 0, 320, 200))

beforeEach(() => {
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('innerHeight', 844)
})
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('is above its target in the bottom bar, and never over that bar', () => {
  add('<nav><a href="/claw/trade">Trade</a></nav>', box(133, 788, 64, 56))
  const shown = card()
  pointAt(shown, 'nav a')
  expect(Number.parseFloat(shown.style.top) + 200).toBeLessThan(788)
})

it('is beside a target at the left edge of a wide screen', () => {
  vi.stubGlobal('innerWidth', 1440)
  add('<nav><a href="/claw/trade">Trade</a></nav>', box(8, 700, 40, 40))
  const shown = card()
  pointAt(shown, 'nav a')
  expect([Number.parseFloat(shown.style.left) > 48, Number.parseFloat(shown.style.top)]).toEqual([true, 632])
})

it('covers none of the page’s controls on a wide screen when there is other room', () => {
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  add('<header><button aria-keyshortcuts="Control+K" aria-haspopup="dialog">Search</button></header>', box(1000, 8, 120, 34))
  const shown = card()
  const search = 'header button'
  pointAt(shown, search)
  expect(Number.parseFloat(shown.style.top)).toBe(52)
  add('<main><button>DeFi</button></main>', box(1050, 120, 60, 32))
  pointAt(shown, search)
  expect([shown.style.left, shown.style.top]).toEqual(['1108px', '688px'])
})

it('stays at its target where moving it aside is enough to cover no control', () => {
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  add('<header><button aria-keyshortcuts="Control+K" aria-haspopup="dialog">Search</button></header>', box(1000, 8, 120, 34))
  add('<main><button>Meme</button></main>', box(1150, 200, 60, 32))
  const shown = card()
  pointAt(shown, 'header button')
  expect([shown.style.left, shown.style.top]).toEqual(['800px', '52px'])
})

it('points only at the search in its first step, not at the wallet', () => {
  const wallet = add('<header><button aria-haspopup="dialog">Wallet</button></header>', box(316, 8, 34, 34))
  pointAt(card(), STEPS[0]?.points ?? '')
  expect(wallet.hasAttribute('data-tour')).toBe(false)
})

it('points at the bar and not at its own link to the same page, wherever its card is', () => {
  document.body.insertAdjacentHTML('beforeend', '<header><div class="tour"><a href="/tradealerts">Open Trade Alerts</a></div></header>')
  const [shown, own] = [...document.body.querySelectorAll<HTMLElement>('.tour, .tour a')]
  if (shown === undefined || own === undefined) throw new Error('nothing was made')
  shown.getBoundingClientRect = box(0, 0, 320, 200)
  own.getBoundingClientRect = box(60, 540, 120, 44)
  const tab = add('<nav><a href="/tradealerts">Alerts</a></nav>', box(200, 788, 64, 56))
  pointAt(shown, STEPS[3]?.points ?? '')
  expect([own.hasAttribute('data-tour'), tab.hasAttribute('data-tour')]).toEqual([false, true])
})
