import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsIn, SPELLERS, ZEROS } from '../../../../test/spelled-numbers.ts'
import type { NumberFacts } from './number-facts.ts'
import { LONGEST_SENTENCE, NumberProof, proveNumbers as provenBy } from './prove-numbers.ts'
import { languageJudge } from './sentence-language.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR = 3_600_000
/** BTC was 62,500 yesterday, is 64,012.33 now and is predicted at 65,000.5; XRP is 0.5123. */
const FACTS: NumberFacts = {
  figures: [
    { currency: 'BTC', price: 62_500, at: NOON - 24 * HOUR },
    { currency: 'BTC', price: 64_012.33, at: NOON },
    { currency: 'BTC', price: 65_000.5, at: NOON + 12 * HOUR },
    { currency: 'XRP', price: 0.5123, at: NOON },
  ],
  percents: [80],
  hours: [12, 24],
  moments: [NOON - 24 * HOUR, NOON, NOON + 12 * HOUR],
}
const judge = await languageJudge()
const proveNumbers = (text: string, facts: NumberFacts, { isWhole }: { readonly isWhole: boolean }) =>
  provenBy(text, facts, { isWhole, judge })
const prove = (text: string) => proveNumbers(text, FACTS, { isWhole: true }).text
const left = (text: string) => prove(text).replaceAll(/~~[^~]*~~/g, '')

describe('numbers returned by a tool are kept', () => {
  it.each([
    'Bitcoin is at $64,012.33.',
    'Bitcoin is at 64012.33 USD.',
    'about $64,012, or 64.0k, or 64k, or $64 thousand',
    'rund 64.012,33 $',
    'environ 64 012,33 $',
    'около 64 тыс. долларов',
    '约6.4万美元',
    'XRP trades at 0.5123 USD',
    'XRP trades at 0.512 USD',
    'up 2.4% since yesterday, +2.42 %',
    'predicted to rise by 1.5 percent in 12 hours',
    'within the next 24h, a 12-hour outlook',
    'over the last 1 day',
    'with 80 % probability',
    'at 2026-01-15 12:00 UTC, on 2026-01-15T12:00:00Z',
    'on January 15, 2026 at 12:00 pm, or 15 January, or Jan 16',
    'am 15. Januar 2026, le 15 janvier, el 15 de enero de 2026, 15 января, 1月15日, 15.01.2026, 1/15/2026',
    '1. Bitcoin\n2) XRP',
    'An ERC-20 token of Web3, traded 24/7.',
    'One of the two coins is up.',
    'sixty-four thousand dollars',
    '六万四千美元',
    'No numbers here.',
  ])('%s', (text) => expect(prove(text)).toBe(text))
})

describe('numbers returned by no tool are struck', () => {
  it.each([
    ['Bitcoin is at $70,000.', 'Bitcoin is at $~~70,000~~.'],
    ['Bitcoin is at 60k.', 'Bitcoin is at ~~60k~~.'],
    ['Bitcoin is at 64,100', 'Bitcoin is at ~~64,100~~'],
    ['$70 thousand, 70 mil', '$~~70 thousand~~, ~~70 mil~~'],
    ['XRP at 0.5', 'XRP at ~~0.5~~'],
    ['up 3.1%', 'up ~~3.1~~%'],
    ['down -2.4%', 'down -~~2.4~~%'],
    ['in 13 hours', 'in ~~13~~ hours'],
    ['on 2026-02-01 at 12:00', 'on ~~2026-02-01~~ at 12:00'],
    ['at 13:00', 'at ~~13:00~~'],
    ['on January 20', 'on ~~January 20~~'],
    ['by 2030', 'by ~~2030~~'],
    ['seventy thousand dollars', '~~seventy thousand~~ dollars'],
    ['up ten percent', 'up ~~ten~~ percent'],
    ['siebzigtausend Dollar', '~~siebzigtausend~~ Dollar'],
    ['setenta mil dólares', '~~setenta mil~~ dólares'],
    ['七万美元', '~~七万~~美元'],
    ['７０,０００', '~~70,000~~'],
    ['٧٠٠٠٠', '~~70000~~'],
    ['7\u200b0\u200b000', '~~70000~~'],
    ['BTC70000USD', 'BTC~~70000~~USD'],
    ['Ⅷ and ½', '~~Ⅷ~~ and ~~½~~'],
    ['21. Bitcoin', '~~21~~. Bitcoin'],
    ['&#55;0000', '&amp;#~~55~~;~~0000~~'],
  ])('%s', (text, struck) => expect(prove(text)).toBe(struck))
})

it('does not let the model strike out or restore numbers itself', () => {
  expect(prove('~~64,012.33~~ ~~~70,000~~~')).toBe('≈≈64,012.33≈≈ ≈≈≈~~70,000~~≈≈≈')
})

it('counts struck numbers', () => expect(proveNumbers('1,000 and 2,000 and 64,012', FACTS, { isWhole: true }).struck).toBe(2))

describe('while streaming', () => {
  const partial = (text: string) => proveNumbers(text, FACTS, { isWhole: false }).text
  it('shows text at once and holds back a number that may continue', () => {
    expect(partial('Bitcoin')).toBe('Bitcoin')
    expect(partial('Bitcoin is at $')).toBe('Bitcoin is at $')
    expect(partial('Bitcoin is at $64')).toBe('Bitcoin is at $')
    expect(partial('Bitcoin is at $64,0')).toBe('Bitcoin is at $')
    expect(partial('Bitcoin is at $64,012 right now, and it')).toBe('Bitcoin is at $')
    expect(partial('Bitcoin is at $64,012 right now, and it rises')).toBe('Bitcoin is at $64,012 right now, and it rises')
    expect(partial('Bitcoin is at sev')).toBe('Bitcoin is at ')
  })
  it('never shows a number that is struck in the full text', () => {
    const text = 'BTC is at $70,000 now, up 3.1% in 13 hours, by January 20, seventy thousand in all; XRP 0.5123 at 12:00 UTC &#55;5 ok.'
    const whole = proveNumbers(text, FACTS, { isWhole: true }).text
    for (let length = 0; length <= text.length; length += 1)
      expect(whole.startsWith(partial(text.slice(0, length)).replace(/ ?January $/, ''))).toBe(true)
  })
})

it('never throws for any text, and returns text that can be stored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.boolean(), (text, isWhole) => {
      const { text: proven } = proveNumbers(text, FACTS, { isWhole })
      expect(proven.isWellFormed()).toBe(true)
    }),
  )
})

describe('numbers in any notation are struck', () => {
  it.each([
    '80% chance that Bitcoin rises',
    'there is an eighty percent chance of a rise',
    'Bitcoin kostet fünfhundertdreißig Dollar',
    '比特币现在七一二三四美元',
    'Bitcoin is at two and a half dollars',
    'Bitcoin costs ERC-7123 dollars',
    'The price is ERC-20 dollars',
    'The price:\n7. dollars',
    'le bitcoin vaut quatre-vingt-dix mille dollars',
    'cuesta setenta y cinco mil dólares',
    'cuesta once',
    'custa dois dólares',
    'costa settantamila dollari',
    'упадёт на двадцать процентов',
    'вырастет вдвое',
    'the price doubled',
    'up by a third',
    'half a million dollars',
    'a chance of nine in ten',
    '有七成的概率会上涨',
    '百分之九十',
    'seven zero zero dollars',
    's-e-v-e-n-t-y thousand dollars',
    's e v e n t y dollars',
    'sev**en**ty dollars',
    'ѕеventy dollars',
    '𝐬𝐞𝐯𝐞𝐧𝐭𝐲 dollars',
    'ꜱᴇᴠᴇɴᴛʏ dollars',
    '🆂🅴🆅🅴🅽 dollars',
    'ⓢⓔⓥⓔⓝ dollars',
    '7️⃣0️⃣ dollars',
    '🔟 dollars',
    '💯 percent',
    '$7O,OOO',
    '$IOO,OOO',
    'lOO dollars',
    'price: LXX dollars',
    '7͏0͏0 dollars',
    '7̶0̶ dollars',
    '٧٠٬٠٠٠ dollars',
    'seventyish dollars',
    'a tenfold rise',
    'anderthalb Dollar',
    'полтора доллара',
    'a price in the eighties',
    'between six and nine hours',
    'in 30 minutes',
    'up 240 basis points',
    '64,012 hundred dollars',
    '10⁵ dollars',
    'a couple of dollars',
    'une douzaine de dollars',
    'una decina di dollari',
    'at half past eight',
  ])('%s', (text) => expect(proveNumbers(text, FACTS, { isWhole: true }).struck).toBeGreaterThan(0))

  const invented = fc
    .integer({ min: 2, max: 999_999 })
    // 63,000 is 62,500 rounded to the nearest thousand.
    .filter((value) => !/^(6[25]|64|80$)/.test(String(value)) && ![12, 24, 63_000].includes(value))
  const UNITS = { en: 'dollars', de: 'Dollar', fr: 'dollars', es: 'dólares', pt: 'dólares', it: 'dollari', ru: 'долларов', zh: '美元' }
  it.each(Object.entries(UNITS))('in words: %s', (language, unit) => {
    fc.assert(
      fc.property(invented, (value) => {
        const spelled = SPELLERS[language]?.(value) ?? ''
        expect(left(`BTC ${spelled} ${unit}`).trim()).toBe(`BTC  ${unit}`)
      }),
    )
  })

  it('in digits of every script, with invisible characters and marks between them', () => {
    const between = fc.constantFrom('', '\u200b', '\u2060', '\u00ad', '\ufe0f', '\u034f', '\u0301', '\u3164', '\u{e0020}', '\u20e3')
    fc.assert(
      fc.property(invented, fc.constantFrom(...ZEROS), between, (value, zero, mark) => {
        const written = [...digitsIn(zero, value)].join(mark)
        expect(left(`Bitcoin costs ${written} dollars`)).toBe('Bitcoin costs  dollars')
      }),
    )
  })
})

const QUANTITIES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Bitcoin will recover within a fortnight.',
    'It costs a grand.',
    'Bitcoin costs ten grand.',
    'It costs 70 grand.',
    'A bitcoin costs a cool hundred grand.',
    'The price halved overnight.',
    'It lost a quarter of its value.',
    'It lost three quarters of its value.',
    'The price rose by a third.',
    'The price fell by half.',
    'The price will treble.',
    'The price quadrupled.',
    'Expect a threefold rise.',
    'It is a coin flip whether it rises.',
    'The chance is fifty-fifty.',
    'It trades for a tenner.',
    'It costs a fiver.',
    'It fell to a dime.',
    'The price reached six figures.',
    'It hit five digits.',
    'Dogecoin reached parity with the dollar.',
    'In a week it will be higher.',
    'The price rose in half an hour.',
    'Two score dollars.',
    'It may rise within a decade.',
    'It costs a few thousand.',
    'It gained a dozen percent.',
    'It costs a couple hundred dollars.',
    'The odds are even that it falls.',
    'It went up tenfold.',
    'The price is up by half again.',
    'It costs a nickel.',
    'It doubled twice.',
    'It rose by a fifth.',
    'It will hit a hundred K.',
    'Its value has quintupled.',
    'The price dropped by one-half.',
    'It costs a quid.',
    'It is worth two bits a coin.',
    'The price will be back in a quarter of an hour.',
    'It lost the better half of its value.',
    'one in two odds',
  ],
  de: [
    'Der Kurs hat sich halbiert.',
    'Bitcoin verlor die Hälfte.',
    'Der Preis fiel um ein Viertel.',
    'Der Kurs stieg um ein Drittel.',
    'Drei Viertel des Wertes sind verloren.',
    'Der Kurs hat sich vervierfacht.',
    'Der Preis verzehnfachte sich.',
    'Bitcoin kostet zehn Riesen.',
    'Ein Dutzend Dollar.',
    'In einer Viertelstunde steigt der Kurs.',
    'In einem Jahrzehnt steigt der Kurs.',
    'Die Chance steht fifty-fifty.',
    'Es kostet einen Tausender.',
    'Der Preis liegt im sechsstelligen Bereich.',
    'Der Kurs fiel zur Hälfte.',
    'In einer Woche steigt der Preis.',
    'Der Preis ist doppelt so hoch.',
    'Der Kurs steigt binnen eines Quartals.',
    'In vierzehn Tagen steigt der Kurs.',
    'Der Kurs steigt um das Dreifache.',
  ],
  fr: [
    'Bitcoin perd la moitié.',
    'Le prix a été divisé par deux.',
    'Le prix a doublé.',
    'Le prix a quadruplé.',
    'Il a perdu un quart de sa valeur.',
    'Il a perdu les trois quarts de sa valeur.',
    'Il a gagné un tiers.',
    'Le cours remontera dans une quinzaine.',
    'Le prix vaut le double.',
    'Le prix a décuplé.',
    'Il coûte une centaine de dollars.',
    'Le prix remontera dans un trimestre.',
    'Il a une chance sur deux de monter.',
    'Dans une semaine le prix montera.',
    'Le prix a baissé de moitié.',
    'Il vaut une fortune à six chiffres.',
    'Le prix montera dans une demi-heure.',
    'Il coûte mille balles.',
    'Le prix montera en une décennie.',
  ],
  es: [
    'Bitcoin perdió la mitad.',
    'El precio se duplicó.',
    'El precio se cuadruplicó.',
    'Subió un tercio.',
    'Perdió un cuarto de su valor.',
    'Perdió tres cuartas partes.',
    'Vale el doble.',
    'Subirá en una quincena.',
    'Cuesta una docena de dólares.',
    'El precio bajó a la mitad.',
    'Cuesta una luca.',
    'Cuesta un palo.',
    'Subirá en media hora.',
    'En una semana subirá.',
    'Subirá en un trimestre.',
    'El precio se decuplicó.',
    'Perdió la cuarta parte.',
    'El precio tiene seis cifras.',
    'Subirá en una década.',
  ],
  it: [
    'Bitcoin ha perso la metà.',
    'Il prezzo è raddoppiato.',
    'Il prezzo è quadruplicato.',
    'Il prezzo si è dimezzato.',
    'È salito di un terzo.',
    'Ha perso un quarto del valore.',
    'Ha perso tre quarti.',
    'Vale il doppio.',
    'Salirà in una quindicina di giorni.',
    'Costa una dozzina di dollari.',
    'Salirà in mezz’ora.',
    'In una settimana salirà.',
    'Il prezzo è decuplicato.',
    'Salirà in un trimestre.',
    'Il prezzo ha sei cifre.',
    'Salirà in un decennio.',
  ],
  pt: [
    'Bitcoin perdeu metade.',
    'O preço dobrou.',
    'O preço duplicou.',
    'O preço quadruplicou.',
    'O preço caiu pela metade.',
    'Subiu um terço.',
    'Perdeu um quarto do valor.',
    'Vale o dobro.',
    'Subirá numa quinzena.',
    'Custa uma dúzia de dólares.',
    'Custa meia dúzia de dólares.',
    'Custa mil paus.',
    'Custa um conto.',
    'Subirá em meia hora.',
    'Em uma semana subirá.',
    'O preço decuplicou.',
    'O preço tem seis dígitos.',
    'Subirá em uma década.',
    'Perdeu três quartos.',
    'Subirá em um trimestre.',
  ],
  ru: [
    'Биткоин упал на четверть.',
    'Биткоин упал вдвое.',
    'Цена выросла на треть.',
    'Цена упала наполовину.',
    'Цена выросла вчетверо.',
    'Цена удесятерилась.',
    'Биткоин потерял половину.',
    'Три четверти стоимости потеряны.',
    'Цена удвоилась.',
    'Стоит косарь.',
    'Стоит сотку.',
    'Стоит лям.',
    'Цена вырастет через полчаса.',
    'Цена вырастет за полгода.',
    'Цена вырастет через неделю.',
    'Шансы пятьдесят на пятьдесят.',
    'Цена выросла в разы.',
    'Стоит полтинник.',
    'Цена вырастет за декаду.',
    'Цена учетверилась.',
    'Цена стала шестизначной.',
    'Цена выросла вдесятеро.',
  ],
  zh: [
    '比特币翻倍了。',
    '价格翻番了。',
    '价格翻了一番。',
    '价格腰斩。',
    '价格减半。',
    '价格跌去一半。',
    '价格成倍上涨。',
    '价格涨了三分之一。',
    '价格是双倍。',
    '半小时后上涨。',
    '半年内上涨。',
    '涨幅对半。',
    '价格破万。',
    '价格上千。',
    '价格过百万。',
    '价格几十美元。',
    '价格十几美元。',
    '一周后上涨。',
    '下跌四分之三。',
    '价格翻三倍。',
    '五五开的概率。',
    '價格翻倍了。',
    '價格腰斬。',
    '價格跌去一半。',
    '價格破萬。',
  ],
}

describe('quantities without a number are struck', () => {
  it.each(Object.entries(QUANTITIES).flatMap(([language, all]) => all.map((text) => [language, text] as const)))('%s: %s', (_, text) => {
    const { struck, withheld } = proveNumbers(text, { ...FACTS, hours: [1, 12, 24] }, { isWhole: true })
    expect([struck > 0, withheld]).toEqual([true, 0])
  })

  it.each(['Bitcoin will recover within a fortnight.', 'In a week it will be higher.', 'Цена вырастет через неделю.'])(
    'keeps a requested period: %s',
    (text) => expect(proveNumbers(text, { ...FACTS, hours: [168, 336] }, { isWhole: true })).toEqual({ text, struck: 0, withheld: 0 }),
  )

  it.each([
    'That is a grand idea.',
    'Have a nice day.',
    'I said so twice.',
    'Let me double-check that.',
    'Утром я отвечу снова.',
    'Meta is not a coin.',
    'Il conto è aperto.',
    'Que ce grand marché reste calme.',
    'Guten Morgen!',
    'Buenos días, ¿en qué puedo ayudarte?',
    '十分感谢！',
  ])('keeps an everyday word: %s', (text) => expect(prove(text)).toBe(text))
})

const NOT_SPOKEN = [
  ['Afrikaans', 'Die koers sal met tien persent styg en dan verdubbel.', 'tien'],
  ['Albanian', 'Bitcoin kushton shtatëdhjetë mijë dollarë.', 'shtatëdhjetë'],
  ['Arabic', 'سعر البيتكوين سبعون ألف دولار.', 'سبعون'],
  ['Armenian', 'Գինը կկիսվի։', 'կկիսվի'],
  ['Azerbaijani', 'Bitcoin yetmiş min dollardır.', 'yetmiş'],
  ['Basque', 'Bitcoinak hirurogeita hamar mila dolar balio du.', 'hirurogeita'],
  ['Belarusian', 'Біткоін каштуе семдзесят тысяч долараў.', 'семдзесят'],
  ['Bengali', 'দাম অর্ধেক হবে।', 'অর্ধেক'],
  ['Bulgarian', 'Цената ще се повиши с десет процента.', 'десет'],
  ['Catalan', 'El preu pujarà un deu per cent.', 'deu'],
  ['Croatian', 'Bitcoin košta sedamdeset tisuća dolara.', 'sedamdeset'],
  ['Czech', 'Kurz vzroste o deset procent.', 'deset'],
  ['Danish', 'Bitcoin mistede halvdelen.', 'halvdelen'],
  ['Dutch', 'Bitcoin is over zes uur zeventigduizend dollar waard.', 'zeventigduizend'],
  ['Esperanto', 'Verŝajne morgaŭ Solana valoros duonon.', 'duonon'],
  ['Estonian', 'Hind tõuseb kümme protsenti.', 'kümme'],
  ['Filipino', 'Tataas ang presyo ng sampung porsyento.', 'sampung'],
  ['Finnish', 'Kurssi nousee kymmenen prosenttia.', 'kymmenen'],
  ['Georgian', 'ფასი განახევრდება.', 'განახევრდება'],
  ['Greek', 'Η τιμή θα πέσει στο μισό.', 'μισό'],
  ['Hausa', "Farashin Bitcoin dala dubu saba'in ne.", 'dubu'],
  ['Hebrew', 'מחיר הביטקוין שבעים אלף דולר.', 'שבעים'],
  ['Hindi', 'बिटकॉइन सत्तर हज़ार डॉलर का है।', 'सत्तर'],
  ['Hungarian', 'Az árfolyam tíz százalékkal emelkedik.', 'tíz'],
  ['Icelandic', 'Gengið lækkar um fjórðung.', 'fjórðung'],
  ['Indonesian', 'Bitcoin seharga tujuh puluh ribu dolar.', 'tujuh'],
  ['Irish', 'Tá Bitcoin ar seachtó míle dollar.', 'seachtó'],
  ['Japanese', 'ビットコインは七万ドルです。', '七万'],
  ['Kazakh', 'Биткоин жетпіс мың доллар тұрады.', 'жетпіс'],
  ['Korean', '비트코인은 칠만 달러입니다.', '칠만'],
  ['Latvian', 'Kurss kritīs par ceturtdaļu.', 'ceturtdaļu'],
  ['Lithuanian', 'Kursas kris ketvirtadaliu.', 'ketvirtadaliu'],
  ['Luxembourgish', 'Bitcoin kascht siwwenzegdausend Dollar.', 'siwwenzegdausend'],
  ['Macedonian', 'Биткоин чини седумдесет илјади долари.', 'седумдесет'],
  ['Malay', 'Harga Bitcoin ialah tujuh puluh ribu dolar.', 'tujuh'],
  ['Maltese', 'Il-Bitcoin jiswa sebgħin elf dollaru.', 'sebgħin'],
  ['Norwegian', 'Kursen stiger med ti prosent.', 'ti prosent'],
  ['Persian', 'قیمت بیت‌کوین هفتاد هزار دلار است.', 'هفتاد'],
  ['Polish', 'Bitcoin stracił połowę wartości.', 'połowę'],
  ['Romanian', 'Bitcoin a pierdut jumatate din valoare.', 'jumatate'],
  ['Serbian', 'Цена ће пасти за половину.', 'половину'],
  ['Slovak', 'Bitcoin stojí sedemdesiat tisíc dolárov.', 'sedemdesiat'],
  ['Slovenian', 'Tečaj bo padel za četrtino.', 'četrtino'],
  ['Somali', 'Qiimaha Bitcoin waa toddobaatan kun oo doolar.', 'toddobaatan'],
  ['Swahili', 'Bei itapanda kwa asilimia kumi.', 'kumi'],
  ['Swedish', 'Bitcoin tappade hälften.', 'hälften'],
  ['Thai', 'บิตคอยน์ราคาเจ็ดหมื่นดอลลาร์', 'เจ็ดหมื่น'],
  ['Turkish', 'Fiyat iki katina cikti.', 'iki'],
  ['Ukrainian', 'Ціна зросте на десять відсотків.', 'десять'],
  ['Uzbek', 'Bitcoin narxi yetmish ming dollar.', 'yetmish'],
  ['Vietnamese', 'Gia se giam mot nua.', 'mot'],
  ['Welsh', 'Mae Bitcoin yn costio saith deg mil o ddoleri.', 'saith'],
  ['Yoruba', 'Iye owo Bitcoin je egberun aadorin dola.', 'egberun'],
  ['Zulu', 'I-Bitcoin ibiza izinkulungwane ezingamashumi ayisikhombisa zamadola.', 'izinkulungwane'],
] as const

describe('text in an unsupported language is withheld', () => {
  it.each(NOT_SPOKEN)('%s: %s', (_, text, figure) => {
    const proven = proveNumbers(`Here is the price. ${text}`, FACTS, { isWhole: true })
    expect(proven.text).toMatch(/^Here is the price\. /)
    expect(proven.text).not.toContain(figure)
    expect(proven.withheld).toBe(1)
  })

  it('once for several sentences in a row, continuing with checkable text', () =>
    expect(prove('De koers daalt met een kwart. Bitcoin verloor de helft.\nBitcoin is at $64,012.33.')).toBe(
      'De […] Bitcoin […]\nBitcoin is at $64,012.33.',
    ))

  it.each([
    ['Bitcoin will cost zeventigduizend dollars soon.', 'zeventigduizend'],
    ['The price of Bitcoin will soon be zeventigduizend.', 'zeventigduizend'],
    ['It will cost sedamdeset tomorrow.', 'sedamdeset'],
    ['The price goes to tujuh puluh ribu.', 'ribu'],
    ['The price is up now. Zeventigduizend is het.', 'Zeventigduizend'],
    ['The price will rise by siedemdziesiąt percent.', 'siedemdziesiąt'],
    ['It is expected to fall in seitsemän hours.', 'seitsemän'],
    ['The price is سبعون dollars now.', 'سبعون'],
    ['Der Kurs steigt um hetven Prozent.', 'hetven'],
    ['比特币将涨到 seventigduisend 美元。', 'seventigduisend'],
  ])('a foreign figure within another sentence: %s', (text, figure) => {
    expect(left(text)).not.toContain(figure)
    expect(left(text)).not.toBe(text)
  })

  it('while streaming too, retracting no more than the last incomplete word', () => {
    const text = 'The price is $64,012.33. De koers daalt met een kwart, en morgen is hij het dubbele waard. It may change!'
    const whole = prove(text)
    for (let length = 0; length <= text.length; length += 1) {
      const { text: shown } = proveNumbers(text.slice(0, length), FACTS, { isWhole: false })
      expect(whole.startsWith(shown.replace(/[\p{L}]+$/u, ''))).toBe(true)
    }
  })
})

const HARMLESS = [
  'Momentum faded quickly.',
  'Traders rotated capital into altcoins amid thin liquidity.',
  'Bitcoin is a decentralized digital currency created by Satoshi Nakamoto.',
  'Ethereum outperformed Bitcoin.',
  'Sentiment soured after regulators objected.',
  'Avalanche and Chainlink were flat.',
  'Paper account: no open orders.',
  'Note: simulated market.',
  'Łukasz asked about Cardano.',
  'Sure!',
  'Die Volatilität hat über Nacht zugenommen.',
  'Der Vorhersagedienst ist nicht erreichbar, bitte versuche es später noch einmal.',
  'Papierkonto: keine offenen Orders.',
  'Eine Liquidation ist unwahrscheinlich.',
  'Leerverkäufer mussten eindecken.',
  'Gerne!',
  'La volatilité a augmenté pendant la nuit.',
  'Les frais ont mangé tout le bénéfice.',
  'Ceci n’est pas un conseil en investissement.',
  'Bonjour !',
  'La volatilidad aumentó durante la noche.',
  'Las comisiones se comieron toda la ganancia.',
  'Esto no es una recomendación de inversión.',
  '¡Claro!',
  'La volatilità è aumentata durante la notte.',
  'Quella moneta non è quotata qui.',
  'Il rimbalzo si è fermato.',
  'Certo!',
  'A volatilidade aumentou durante a noite.',
  'As taxas comeram todo o lucro.',
  'Conta fictícia: sem ordens abertas.',
  'Olá!',
  'Ночью волатильность выросла.',
  'Ликвидация маловероятна.',
  'Солана стала дороже.',
  'К сожалению, такой монеты в каталоге нет.',
  'Здравствуйте!',
  '以太坊下跌了。',
  '没有预测。',
  '以下是當前價格：',
] as const

it.each(HARMLESS)('keeps text in a supported language: %s', (text) => expect(prove(text)).toBe(text))

describe('text without a claim is kept', () => {
  it.each([
    'I can help with three kinds of questions.',
    'Once again, the price is $64,012',
    'Je peux prédire le prix dans une heure.',
    'two coins, one tool',
    'in the next 12 to 24 hours',
    'zwischen 12 und 24 Stunden',
    '60 minutes, one day',
    'with 80% probability between 62,500 and 65,000.5',
    'sesenta y cuatro mil dólares',
    'vierundsechzigtausend Dollar',
    'soixante-quatre mille dollars',
    'sessantaquattromila dollari',
    'шестьдесят четыре тысячи долларов',
    '我只能预测一到二十四小时',
    'This one is fine; no one knows.',
    '1. BTC: 64,012.33\n2. XRP: 0.5123\n',
  ])('%s', (text) =>
    expect(proveNumbers(text, { ...FACTS, hours: [1, 12, 24] }, { isWhole: true })).toEqual({ text, struck: 0, withheld: 0 }),
  )
})

describe('constant cost per character', () => {
  const PIECES = [
    'Bitcoin is at $70,000 now. ',
    '1 ',
    '12:00 ',
    'January 20 ',
    'siebzig',
    'a ',
    '。',
    '七',
    'ﷺ',
    '2020-01-01T',
    '64,012 ',
    'x',
    '\n',
  ]
  it.each(PIECES)('when a text repeats %j', (piece) => {
    const judgedOf = (length: number) => {
      const proof = new NumberProof(judge)
      proof.add(piece.repeat(length / piece.length), FACTS)
      proof.end(FACTS)
      return proof.judged
    }
    expect(judgedOf(60_000)).toBeLessThanOrEqual(60_000)
  })
  it('rechecks no more than the open sentence when a piece arrives', () => {
    const proof = new NumberProof(judge)
    for (let index = 0; index < 6_000; index += 1) {
      const before = proof.judged
      proof.add('1 and more', FACTS)
      proof.shown(FACTS)
      expect(proof.judged - before).toBeLessThanOrEqual(2 * LONGEST_SENTENCE + 10)
    }
  })
})

it('shows the same text while streaming as at the end, wherever the pieces are split', () => {
  const text =
    'BTC is at $70,000. Up three percent, half a million! Vale setenta y cinco mil dólares.\nERC-7123 dollars or six and a half, s-e-v-e-n.'
  const whole = prove(text)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 20, maxLength: 60 }), (sizes) => {
      const proof = new NumberProof(judge)
      let place = 0
      for (const size of sizes) {
        proof.add(text.slice(place, place + size), FACTS)
        place += size
        expect(whole.startsWith(proof.shown(FACTS).text)).toBe(true)
      }
    }),
  )
})
