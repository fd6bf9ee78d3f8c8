import { expect, it } from 'vitest'
import { newSentences } from './announcer.tsx'

it('announces only whole sentences while a text is still growing', () => {
  const first = newSentences('Bitcoin is up. It may go', 0, false)
  expect(first).toEqual({ sentences: ['Bitcoin is up.'], upTo: 15 })
  expect(newSentences('Bitcoin is up. It may go down! Or', first.upTo, false)).toEqual({ sentences: ['It may go down!'], upTo: 31 })
  expect(newSentences('Bitcoin is up. It may go down! Or not', 31, true)).toEqual({ sentences: ['Or not'], upTo: 37 })
})

it('never ends a sentence within a number', () => {
  expect(newSentences('It costs $63,210.', 0, false).sentences).toEqual([])
  expect(newSentences('It costs $63,210.50 now. ', 0, false).sentences).toEqual(['It costs $63,210.50 now.'])
})

it('recognises Chinese full stops, which no space follows', () => {
  expect(newSentences('比特币上涨了。以太坊', 0, false)).toEqual({ sentences: ['比特币上涨了。'], upTo: 7 })
})

it('announces a struck-out number as such, and omits formatting marks', () => {
  expect(newSentences('**About** ~~70,000~~ then.', 0, true).sentences).toEqual(['About 70,000 (no tool returned this number) then.'])
})

it('adds nothing to a text that has been announced', () => expect(newSentences('Done.', 5, true)).toEqual({ sentences: [], upTo: 5 }))
