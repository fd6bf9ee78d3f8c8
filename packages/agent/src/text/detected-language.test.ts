import { describe, expect, it } from 'vitest'
import { engine } from '../test-engine.ts'

const answer = (question: string) => engine.answer(question, [])

describe('a question in a language that the agent does not speak', () => {
  it.each([
    ['BTC fiyatı nedir', 'Turkish'],
    ['yarın ethereum ne olur', 'Turkish'],
    ['ビットコインの価格は？', 'Japanese'],
    ['冗談を言って', 'Japanese'],
    ['비트코인 가격', 'Korean'],
    ['سعر البيتكوين', 'Arabic'],
    ['jaka jest cena bitcoina', 'Polish'],
    ['hoeveel is bitcoin waard', 'Dutch'],
    ['яка ціна біткоїна', 'Ukrainian'],
  ])('is refused in English, naming the language: %s', (question, language) => {
    const { text, language: tag, calls } = answer(question)
    expect([tag, calls, text.startsWith(`I do not speak ${language}, so I answer in English. `)]).toEqual(['en', [], true])
  })

  it('makes no call for own data by chance', () => expect(answer('mijn posities').own).toBeUndefined())
})

describe('a refusal', () => {
  it.each([
    ['erzähl mir einen Witz', 'de'],
    ['raconte-moi une blague', 'fr'],
    ['cuéntame un chiste', 'es'],
    ['raccontami una barzelletta', 'it'],
    ['conta-me uma piada', 'pt'],
    ['расскажи анекдот', 'ru'],
    ['讲个笑话', 'zh'],
    ['merci', 'fr'],
    ['drawdown máximo deste mês', 'pt'],
  ])('is in the language of the question: %s', (question, language) => expect(answer(question).language).toBe(language))

  it.each(['eth is dead', 'btc?', 'fees?'])('does not take a short English text for another language: %s', (question) =>
    expect(answer(question).text).not.toContain('do not speak'),
  )
})
