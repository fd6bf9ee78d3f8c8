import type { CDPSession, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { agentPage } from '../support/agent-page.ts'
import { visit } from '../support/browser.ts'
import { logInPage } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'

const on = sharedStage()

/** Simulates an input method: its text is composed, then accepted by an Enter that belongs to it. */
const inputMethod = async (page: Page) => {
  const session: CDPSession = await page.context().newCDPSession(page)
  const enter = () =>
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 })
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  return {
    compose,
    /** In Chrome the keydown comes during the composition. */
    acceptAsChrome: async (text: string) => {
      await compose(text)
      await enter()
      await session.send('Input.insertText', { text })
    },
    /** In Safari the composition ends before the keydown, which only its keyCode marks. */
    acceptAsSafari: async (text: string) => {
      await compose(text)
      await session.send('Input.insertText', { text })
      await enter()
    },
  }
}

it('does not send an agent message or a conversation name on the Enter that confirms an IME composition', async () => {
  const { page, complaints, close } = await visit(on.browser)
  await logInPage(page, on.server, on.person)
  await page.goto(`${on.server.url}/`)
  const agent = agentPage(page)
  await agent.open()
  const method = await inputMethod(page)
  await agent.field.focus()
  await method.acceptAsSafari('価格')
  await method.acceptAsChrome('は')
  expect([await agent.field.inputValue(), await agent.log.getByRole('article').count()]).toEqual(['価格は', 0])
  await agent.field.fill('What is BTC worth?')
  await agent.field.press('Enter')
  await agent.log.getByRole('article', { name: 'Agent EagleEye' }).first().waitFor()

  await agent.openHistory()
  await agent.history.getByRole('button', { name: /^More about/ }).click()
  await agent.history.getByRole('menuitem', { name: 'Rename' }).click()
  const name = page.getByRole('textbox', { name: 'Conversation name' })
  await name.fill('')
  await method.acceptAsChrome('日')
  await method.acceptAsSafari('本')
  expect(await name.inputValue()).toBe('日本')
  await name.press('Enter')
  await agent.entry('日本').waitFor()
  expect(complaints).toEqual([])
  await close()
})

it('accepts a code in full-width digits from an IME after confirmation, and pasted digits of any script', async () => {
  const { page, complaints, close } = await visit(on.browser, { quiet: [/400|401/] })
  await page.goto(`${on.server.url}/auth/verify`)
  const code = page.getByLabel('Code', { exact: true })
  const method = await inputMethod(page)
  await code.focus()
  await method.compose('１２')
  await method.compose('１２３')
  expect(await code.inputValue()).toBe('１２３')
  await method.acceptAsChrome('１２３')
  expect(await code.inputValue()).toBe('123')
  await code.fill('')
  await code.focus()
  await page.keyboard.insertText('١٢٣ ٤٥')
  expect(await code.inputValue()).toBe('12345')
  expect(complaints).toEqual([])
  await close()
})
