import type { Page } from 'playwright-core'

export const coveredTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const button = document.querySelector('#agent-button')
    const { left = 0, top = 0, width = 0, height = 0 } = button?.getBoundingClientRect() ?? {}
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
    const points = shares.flatMap((across) => shares.map((down) => [left + across * width, top + down * height] as const))
    const isAt = (node: Node, x: number, y: number) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom)
    }
    const textsAt = ([x, y]: readonly [number, number]): string[] => {
      const under = document.elementsFromPoint(x, y).find((element) => button?.contains(element) === false)
      const texts = [...(under?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE && isAt(node, x, y))
      return texts.map((node) => node.textContent?.trim() ?? '')
    }
    return [...new Set(points.flatMap(textsAt))].filter((text) => text !== '')
  })

/** Where the button floats over the content, scrolling moves a text from under it: only a page that does not scroll hides it for good. */
export const textsCoveredForGood = async (page: Page): Promise<string[]> =>
  (await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1)) ? [] : coveredTexts(page)
