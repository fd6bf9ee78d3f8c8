import { expect, it } from 'vitest'
import { vocabularyOf } from './vocabulary.ts'

it('contains each word that the engine understands and writes', () => {
  const german = vocabularyOf('de')
  expect(['Kurs', 'kurs', 'Stunden', 'Anlageberatung', 'wieviel'].filter((word) => german.has(word))).toEqual([
    'kurs',
    'Stunden',
    'Anlageberatung',
    'wieviel',
  ])
  expect([...german].filter((word) => /[\s|/*{}]/.test(word))).toEqual([])
})
