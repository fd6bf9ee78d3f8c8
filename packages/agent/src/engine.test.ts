import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGENT_LANGUAGES } from './concepts.ts'
import { planCalls } from './plan.ts'
import { callsFor, engine, options, userTurns } from './test-engine.ts'

const SYMBOLS = new Set(options.coins.map(({ symbol }) => symbol))
const PREDICTED = new Set(options.predicted)

type Call = ReturnType<typeof engine.answer>['calls'][number]
const isWithin = (hours: number | undefined, most: number): boolean =>
  hours !== undefined && Number.isInteger(hours) && hours >= 1 && hours <= most

function isValid({ name, arguments: { ticker, timeframe } }: Call): boolean {
  if (!SYMBOLS.has(ticker)) return false
  if (name === 'get_crypto_price') return timeframe === undefined
  return name === 'get_crypto_prediction' ? PREDICTED.has(ticker) && isWithin(timeframe, 24) : isWithin(timeframe, 2160)
}

const WORDS =
  `btc eth SOL near link doge bitcoin price predict forecast history in 6 12 24 hours h ago tomorrow yesterday and , ? and 1.5 -3 100k the next last
  same for it both other what about now wird morgen vor Stunden prix dans heures precio hace horas 比特币 小时 后 前 цена через часов назад $ / now a half day week not then`.split(
    /\s+/,
  )
const question = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }).map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

describe('any input', () => {
  it('gets valid calls without duplicates, and some text', () => {
    fc.assert(
      fc.property(fc.array(question, { maxLength: 4 }), question, (history, text) => {
        const reply = engine.answer(text, userTurns(history))
        const keys = reply.calls.map((call) => JSON.stringify(call))
        expect(reply.calls.filter((call) => !isValid(call))).toEqual([])
        expect(new Set(keys).size).toBe(keys.length)
        expect(reply.calls.length).toBeLessThanOrEqual(24)
        expect(reply.text.length).toBeGreaterThan(0)
        expect(reply.text).not.toMatch(/[{}]|undefined|NaN/)
        expect(AGENT_LANGUAGES).toContain(reply.language)
      }),
      { numRuns: 400 },
    )
  })

  it('always gets the same answer', () => {
    fc.assert(
      fc.property(fc.array(question, { maxLength: 3 }), question, (history, text) => {
        expect(engine.answer(text, userTurns(history))).toEqual(engine.answer(text, userTurns(history)))
      }),
    )
  })

  it('yields no figures except the hours of the question and the limits of the tools', () => {
    fc.assert(
      fc.property(question, (text) => {
        const { text: replyText, calls } = engine.answer(text, [])
        const allowed = new Set([1, 6, 24, 2160, ...calls.flatMap((call) => call.arguments.timeframe ?? [])])
        const figures = (replyText.match(/\d+/g) ?? []).map(Number)
        const inNames = options.coins.flatMap(({ symbol }) => symbol.match(/\d+/g) ?? []).map(Number)
        expect(figures.filter((figure) => !allowed.has(figure) && !inNames.includes(figure))).toEqual([])
      }),
    )
  })
})

describe('input of ten thousand characters', () => {
  it.each(['a', 'price of btc and eth in 6 hours, ', 'qwertz ', '1 ', '1,', '价', '(', '\n', 'e\u0301', '🚀', 'hour ', 'btcusdt '])(
    'gets an answer for repeated %j',
    (piece) => {
      const text = piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000)
      expect(engine.answer(text, userTurns([text])).calls.every(isValid)).toBe(true)
    },
  )
})

describe('the part of a conversation that is read', () => {
  const readOf = (count: number, text: string): number => {
    let read = 0
    const turns = Array.from({ length: count }, () => ({
      sender: 'user' as const,
      get text() {
        read += 1
        return text
      },
    }))
    engine.answer('and eth?', turns)
    return read
  }
  it('is its newest part, within the time budget of one answer', () => {
    expect(readOf(60, 'btc?')).toBe(40)
    expect(readOf(60, 'ﷺ'.repeat(4_000))).toBeLessThanOrEqual(6)
    expect(readOf(60, 'price of btc, '.repeat(300))).toBeLessThanOrEqual(6)
  })
  it('stops before a turn that exceeds the remaining budget, but never within the newest', () => {
    expect(callsFor('predict btc in 6 hours', ...Array.from({ length: 3 }, () => 'hello '.repeat(100)), 'sol in 3 hours', 'and eth?')).toBe(
      'ETH+3',
    )
  })
})

describe('hundreds of coins and times', () => {
  it('are cut to the call limit of one reply without checking the rest', () => {
    const coins = options.coins.map(({ symbol }) => symbol).join(' ')
    const hours = Array.from({ length: 400 }, (_, hour) => `${hour + 1}h`).join(' ')
    const intents = Array.from({ length: 500 }, (_, hour) => ({ kind: 'prediction' as const, hours: hour + 1 }))
    const group = { coins: Array.from({ length: 500 }, (_, at) => `C${at}`), intents }
    const { rejected } = planCalls([group], { predicted: new Set(), maxPredictionHours: 24, maxHistoryHours: 2160 })
    expect(rejected.length).toBeLessThan(100)
    expect(engine.answer(`history of ${coins} ${hours} ago`, []).calls.length).toBeLessThanOrEqual(24)
  })
})

describe('the language', () => {
  it.each([
    ['en', 'what is the price of bitcoin', 'price'],
    ['de', 'Was kostet Bitcoin?', 'Preis'],
    ['fr', 'Quel est le prix du bitcoin ?', 'prix'],
    ['es', '¿Cuánto cuesta bitcoin?', 'precio'],
    ['it', 'Quanto costa bitcoin?', 'prezzo'],
    ['pt', 'qual o preço do bitcoin', 'preço'],
    ['ru', 'Сколько стоит биткоин?', 'цена'],
    ['zh', '比特币多少钱', '价格'],
  ])('matches the question: %s', (language, text, word) => {
    const reply = engine.answer(text, [])
    expect([reply.language, reply.calls.length]).toEqual([language, 1])
    expect(reply.text).toContain(word)
  })

  it('is kept when a question has none', () => expect(engine.answer('BTC?', userTurns(['Was kostet Ethereum?'])).language).toBe('de'))

  it.each([
    ['de', 'Wie wird das Wetter morgen?', 'Ich nenne Preise'],
    ['fr', 'Quel temps fait-il à Paris ?', 'Je donne des prix'],
    ['ru', 'Какая погода в Москве?', 'Я называю цены'],
    ['zh', '今天天气怎么样', '我可以告诉你价格'],
  ])('is kept in a refusal that suggests what to ask: %s', (language, text, words) => {
    const reply = engine.answer(text, [])
    expect([reply.language, reply.calls]).toEqual([language, []])
    expect(reply.text).toContain(words)
  })
})

describe('a reply', () => {
  it.each([
    'BTC price',
    'Bitcoin Kurs',
    'prix du bitcoin',
    'precio de bitcoin',
    'prezzo di bitcoin',
    'preço do bitcoin',
    'цена биткоина',
    '比特币价格',
    'predict doge',
    'hello',
    'Прогноз биткоина',
  ])('suggests only questions that produce a call: %s', (text) => {
    const { suggestions } = engine.answer(text, [])
    expect(suggestions.length).toBeGreaterThan(0)
    expect(suggestions.map((suggestion) => [suggestion, callsFor(suggestion)])).not.toContainEqual([expect.any(String), 'none'])
  })

  it('introduces its results, and lists what it left out', () => {
    expect(engine.answer('predict btc in 6 hours', []).text).toBe('Here is the forecast for BTC, 6 hours ahead.')
    expect(engine.answer('predict btc in 1 hour', []).text).toBe('Here is the forecast for BTC, 1 hour ahead.')
    expect(engine.answer('predict btc and doge', []).text).toBe(
      'Here is the forecast for BTC, 24 hours ahead. I have no predictions for DOGE, only for BTC, ETH, SOL, and XRP. Prices and past prices I can tell.',
    )
  })

  it.each([
    ['predict doge', 'I have no predictions for DOGE'],
    ['btc in 90 minutes', 'whole hours'],
    ['btc in 48 hours', 'from 1 to 24'],
    ['btc tonight', 'Tell me how many'],
    ['btc a year ago', 'further than I can see'],
    ['btc in 2030', 'not by date'],
    ['btc price on the 10th', 'not by date'],
    ['btc price on 3 March', 'not by date'],
    ['price', 'Which coin'],
    ['btc 6h', 'ahead or back'],
    ['buy 1 btc', 'I never send orders'],
    ['should i buy btc', 'investment advice'],
    ['btc dominance', 'no tool for that figure'],
    ['price of foobarcoin', 'no coin there that I know'],
    ['', 'Ask me about a price'],
    ['hello', 'Hello!'],
  ])('explains plainly why it makes no call: %j', (text, words) => {
    const reply = engine.answer(text, [])
    expect([reply.calls, reply.text]).toEqual([[], expect.stringContaining(words)])
  })

  it('names an unknown word that may be the time asked for', () => {
    expect(engine.answer('btc price on thanksgiving', []).text).toBe(
      'Here is the current price of BTC. I did not use these words of your question: thanksgiving. Check that the answer still fits.',
    )
  })

  it('limits the number of calls, and notes what it cut', () => {
    const all = options.coins.map(({ symbol }) => `$${symbol}`).join(' ')
    const reply = engine.answer(`price of ${all}`, [])
    expect(reply.calls).toHaveLength(24)
    expect(reply.text).toContain('I left some out')
  })
})
