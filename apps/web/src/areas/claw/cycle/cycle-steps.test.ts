import { describe, expect, it } from 'vitest'
import { checklistStep, layoutStep, notesStep, watchlistStep } from './cycle-steps.ts'

const NOW = new Date(2026, 5, 10, 15).getTime()
const HOUR = 3_600_000
const outcomeOf = ({ state, description }: { state: string; description: string }) => [state, description]

describe('the steps before a trade', () => {
  it('count layouts saved by name, not the working copies of windows', () => {
    const saved = (name: string) => ({ name, version: 1, updated_at: NOW })
    expect(outcomeOf(layoutStep([saved('~main'), saved('Morning')]))).toEqual(['done', '1 layout saved'])
    expect(outcomeOf(layoutStep([saved('~main')]))).toEqual(['open', 'No saved layouts yet'])
  })

  it('count each coin of the lists once', () => {
    const list = (id: string, symbols: string[]) => ({ id, name: id, symbols })
    expect(outcomeOf(watchlistStep({ lists: [list('a', ['BTC', 'ETH']), list('b', ['BTC'])] }))).toEqual(['done', '2 coins on 2 lists'])
    expect(outcomeOf(watchlistStep({ lists: [list('a', [])] }))).toEqual(['open', 'No coins yet'])
  })

  it('count a checklist as done only when it was ticked today', () => {
    const ticks = { BTC: { trend: NOW - HOUR, size: NOW - 2 * HOUR }, ETH: { trend: NOW - 24 * HOUR } }
    expect(outcomeOf(checklistStep({ items: null, ticks }, NOW))).toEqual(['done', 'Today: BTC 2 ticked'])
    expect(outcomeOf(checklistStep({ items: null, ticks: { ETH: ticks.ETH } }, NOW))).toEqual(['open', 'Not done today'])
  })

  it('do not count blanks as a note', () => {
    const note = (text: string) => ({ text, changed_at: NOW })
    expect(outcomeOf(notesStep({ general: note('Rates on Wednesday'), coins: { BTC: note('x'), ETH: note('y') } }))).toEqual([
      'done',
      '1 general note, 2 coin notes',
    ])
    expect(outcomeOf(notesStep({ general: note('  '), coins: { BTC: note('') } }))).toEqual(['open', 'No notes yet'])
  })
})
