import type { DocumentList } from '@aerie/wire/workspace/document'
import type { Checklist, Notes, Watchlists } from '@aerie/wire/workspace/workspace'
import { WORKING_MARK } from '../../../platform/documents/saving-text.ts'

export type StepState = 'done' | 'open'
export type Step = { readonly title: string; readonly state: StepState; readonly description: string; readonly to: string }

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

export function layoutStep(names: DocumentList): Step {
  const saved = names.map(({ name }) => name).filter((name) => !name.startsWith(WORKING_MARK))
  return {
    title: 'Workspace',
    to: '/claw/pretrade',
    state: saved.length > 0 ? 'done' : 'open',
    description: saved.length > 0 ? `${count(saved.length, 'layout')} saved` : 'No saved layouts yet',
  }
}

export function watchlistStep({ lists }: Watchlists): Step {
  const coins = new Set(lists.flatMap(({ symbols }) => symbols)).size
  return {
    title: 'Watchlist',
    to: '/claw/pretrade',
    state: coins > 0 ? 'done' : 'open',
    description: coins > 0 ? `${count(coins, 'coin')} on ${count(lists.length, 'list')}` : 'No coins yet',
  }
}

export function checklistStep({ ticks }: Checklist, now: number): Step {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const coins = Object.entries(ticks).flatMap(([symbol, items]) => {
    const ticked = Object.values(items).filter((at) => at >= today).length
    return ticked > 0 ? [{ symbol, ticked }] : []
  })
  return {
    title: 'Checklist',
    to: '/claw/pretrade',
    state: coins.length > 0 ? 'done' : 'open',
    description:
      coins.length > 0 ? tickedText(coins.map(({ symbol, ticked }) => `${symbol} ${ticked} ticked`).join(', ')) : 'Not done today',
  }
}

export function notesStep({ general, coins }: Notes): Step {
  const written = Object.values(coins).filter(({ text }) => text.trim() !== '').length
  const hasGeneral = general !== null && general.text.trim() !== ''
  const description = [...(hasGeneral ? ['1 general note'] : []), ...(written > 0 ? [`${count(written, 'coin note')}`] : [])].join(', ')
  return {
    title: 'Notes',
    to: '/claw/pretrade',
    state: description === '' ? 'open' : 'done',
    description: description === '' ? 'No notes yet' : description,
  }
}

const tickedText = (coins: string) => `Today: ${coins}`
