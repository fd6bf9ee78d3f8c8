import type { DocumentList } from '@aerie/wire/workspace/document'
import type { Checklist, Notes, Watchlists } from '@aerie/wire/workspace/workspace'
import { WORKING_MARK } from '../../../documents/working-mark.ts'
import { CLAW_WORDS } from '../claw-words.ts'

const { cycle: WORDS } = CLAW_WORDS

/** How far one is with a step. */
export type StepState = 'done' | 'open'
export type Step = { readonly title: string; readonly state: StepState; readonly words: string; readonly to: string }

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

/** Layouts saved by name. */
export function layoutStep(names: DocumentList): Step {
  const saved = names.map(({ name }) => name).filter((name) => !name.startsWith(WORKING_MARK))
  return {
    title: WORDS.workspace,
    to: '/claw/pretrade',
    state: saved.length > 0 ? 'done' : 'open',
    words: saved.length > 0 ? WORDS.layouts(count(saved.length, 'layout')) : WORDS.noLayouts,
  }
}

/** Coins on the user's lists. */
export function watchlistStep({ lists }: Watchlists): Step {
  const coins = new Set(lists.flatMap(({ symbols }) => symbols)).size
  return {
    title: WORDS.watchlist,
    to: '/claw/pretrade',
    state: coins > 0 ? 'done' : 'open',
    words: coins > 0 ? WORDS.coins(count(coins, 'coin'), count(lists.length, 'list')) : WORDS.noCoins,
  }
}

/** The checklist of today, by the clock of this machine. */
export function checklistStep({ ticks }: Checklist, now: number): Step {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const coins = Object.entries(ticks).flatMap(([symbol, items]) => {
    const ticked = Object.values(items).filter((at) => at >= today).length
    return ticked > 0 ? [{ symbol, ticked }] : []
  })
  return {
    title: WORDS.checklist,
    to: '/claw/pretrade',
    state: coins.length > 0 ? 'done' : 'open',
    words:
      coins.length > 0 ? WORDS.ticked(coins.map(({ symbol, ticked }) => WORDS.tickedCoin(symbol, ticked)).join(', ')) : WORDS.notTicked,
  }
}

/** What the user wrote down. */
export function notesStep({ general, coins }: Notes): Step {
  const written = Object.values(coins).filter(({ text }) => text.trim() !== '').length
  const hasGeneral = general !== null && general.text.trim() !== ''
  const words = [...(hasGeneral ? [WORDS.general] : []), ...(written > 0 ? [`${count(written, 'coin note')}`] : [])].join(', ')
  return {
    title: WORDS.notes,
    to: '/claw/pretrade',
    state: words === '' ? 'open' : 'done',
    words: words === '' ? WORDS.noNotes : words,
  }
}
