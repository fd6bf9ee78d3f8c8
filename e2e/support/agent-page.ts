import type { Locator, Page } from 'playwright-core'

export const agentPage = (page: Page) => {
  const button = page.getByRole('button', { name: 'Agent EagleEye', exact: true })
  const panel = page.getByRole('region', { name: 'Agent EagleEye' })
  const log = panel.getByRole('log', { name: 'Conversation' })
  const field = panel.getByRole('textbox', { name: 'Message to Agent EagleEye' })
  const history = panel.getByRole('navigation', { name: 'Conversations' })
  const press = (name: string): Promise<void> => panel.getByRole('button', { name, exact: true }).click()
  const entry = (name: string): Locator => history.getByRole('button', { name: new RegExp(`^${name}`) })
  return {
    button,
    panel,
    log,
    field,
    focusedField: field.and(page.locator(':focus')),
    history,
    entry,
    press,
    open: async () => {
      await button.click()
      await field.waitFor()
    },
    ask: async (text: string) => {
      await field.fill(text)
      await field.press('Enter')
    },
    result: (pattern: RegExp): Locator => log.locator('.agent-result').filter({ hasText: pattern }),
    chip: (result: Locator): Locator => result.locator('[data-source]'),
    openHistory: async () => {
      if (!(await history.isVisible())) await press('History')
      await history.waitFor()
    },
    more: async (name: string, item: string) => {
      await history.getByRole('button', { name: `More about “${name}”` }).click()
      await history.getByRole('menuitem', { name: item }).click()
    },
  }
}
export type AgentPage = ReturnType<typeof agentPage>
