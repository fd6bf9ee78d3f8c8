import type { Page } from 'playwright-core'

/**
 * Primary actions that a floating control covers, where the page is scrolled to. Bars across the screen and open layers (menus, dialogs,
 * messages) are no floating controls.
 * @returns a line for each pair with the covered pixels, such as `Agent EagleEye over Buy BTC: 18 × 20`
 */
export const coveredActions = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ACTIONS =
      'button[type="submit"], .bg-accent:is(button, a), .ticket-submit, .ticket-bar > button, [data-kill], section[aria-label="Transactions"] button'
    const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const isFloating = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return getComputedStyle(element).position === 'fixed' && width > 0 && width < innerWidth / 2 && height < innerHeight / 2
    }
    const floating = [...document.querySelectorAll('button, a, [role="button"]')].filter(
      (element) => isFloating(element) && isSeen(element),
    )
    const actions = [...document.querySelectorAll(ACTIONS)].filter((element) => isSeen(element) && !floating.includes(element))
    return floating.flatMap((control) => {
      const over = control.getBoundingClientRect()
      return actions.flatMap((action) => {
        const under = action.getBoundingClientRect()
        const width = Math.min(over.right, under.right) - Math.max(over.left, under.left)
        const height = Math.min(over.bottom, under.bottom) - Math.max(over.top, under.top)
        // Only what is in front: an action may be scrolled out of its own list.
        const at = document.elementFromPoint(Math.max(over.left, under.left) + width / 2, Math.max(over.top, under.top) + height / 2)
        return width > 0.5 && height > 0.5 && (at === null || control.contains(at) || action.contains(at))
          ? [`${nameOf(control)} over ${nameOf(action)}: ${Math.round(width)} × ${Math.round(height)}`]
          : []
      })
    })
  })

/** Buttons in tables that lie, where the table is scrolled to, behind another cell: a column that stays at the edge. */
export const controlsBehindCells = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('td button')].flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const front = width === 0 ? null : document.elementFromPoint(left + width / 2, top + height / 2)
      const cell = front?.closest('td, th') ?? null
      return cell === null || cell.contains(button) ? [] : [button.getAttribute('aria-label') ?? button.textContent ?? '']
    }),
  )
