import { expect, it } from 'vitest'
import { vocabularyOf } from './vocabulary.ts'

it('has what the engine understands and what it writes, word by word', () => {
  const german = vocabularyOf('de')
  expect(['Kurs', 'kurs', 'Stunden', 'Anlageberatung', 'wieviel'].filter((word) => german.has(word))).toEqual([
    'kurs',
    'Stunden',
    'Anlageberatung',
    'wieviel',
  ])
  expect([...german].filter((word) => /[\s|/*{}]/.test(word))).toEqual([])
})
