import { describe, expect, it } from 'vitest'
import { callsFor } from '../test-engine.ts'

describe('colloquial time spans', () => {
  it.each([
    ['how did btc do over the past fortnight', 'BTC-336'],
    ['btc half a dozen hours ago', 'BTC-6'],
    ['eth in two dozen hours', 'ETH+24'],
    ['ltc three quarters of a day ago', 'LTC-18'],
    ['eth a good 10 hours ago', 'ETH-10'],
    ['bitcoin hace día y medio', 'BTC-36'],
    ['bitcoin en unas diez horas', 'BTC+10'],
    ['bitcoin dans une petite heure', 'BTC+1'],
    ['btc dans une dizaine d’heures', 'BTC+10'],
    ['btc daqui a meia dúzia de horas', 'BTC+6'],
    ['btc tra una mezza dozzina di ore', 'BTC+6'],
    ['btc vor anderthalb tagen', 'BTC-36'],
    ['биткоин полтора дня назад', 'BTC-36'],
    ['btc за последние две недели', 'BTC-336'],
    ['一天半以前的比特币', 'BTC-36'],
  ])('%s', (question, calls) => expect(callsFor(question)).toBe(calls))
})

describe('time spans without an exact number of hours', () => {
  it.each([
    'sol in a bit',
    'doge sur les derniers jours',
    'eth desde ontem ao meio-dia',
    'what about btc tomorrow morning',
    'eth in kürze',
    '过一会儿的eth',
  ])('%s', (question) => expect(callsFor(question)).toBe('none'))
})

describe('hedged wording', () => {
  it.each([
    ['give me your best guess for ether come tomorrow', 'ETH+24'],
    ['hazard a guess at xrp for tomorrow', 'XRP+24'],
    ['tienes idea de dónde podría estar btc dentro de medio día?', 'BTC+12'],
    ['tem ideia de onde o btc pode estar daqui a meio dia?', 'BTC+12'],
    ['hast du ne ahnung, wo btc in nem halben tag stehen könnte?', 'BTC+12'],
    ['где ты видишь биткоин часов через десять?', 'BTC+10'],
    ['能不能大致说说五个小时以后以太坊会值多少', 'ETH+5'],
  ])('%s', (question, calls) => expect(callsFor(question)).toBe(calls))
})

it('returns history when a time in the past is named, and gives no reasons', () => {
  expect(callsFor('what happened to sol in the last 24 hours')).toBe('SOL-24')
  expect(callsFor('what happened to sol')).toBe('none')
})
