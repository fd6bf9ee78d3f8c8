const NUMERALS = '零一二三四五六七八九'
const FORMS = [...'〇两兩俩仨幺壹贰貳叁參肆伍陆陸柒捌玖拾佰仟萬億點']
const PLAIN = [...'零二二二三一一二二三三四五六六七八九十百千万亿点']
const SAME = new Map(FORMS.map((form, at) => [form, PLAIN[at] ?? form]))
const SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3, 万: 1e4, 亿: 1e8, 兆: 1e12 }
const TENS: Readonly<Record<string, number>> = { 廿: 20, 卅: 30, 卌: 40 }

/** Value of Chinese numerals; empty if undeterminable. Sequences of single digits are read as digits. */
export function hanValue(numerals: string): readonly number[] {
  const plain = [...numerals].map((numeral) => SAME.get(numeral) ?? numeral).join('')
  const [whole = '', decimals = '', ...more] = plain.split('点')
  if (more.length > 0 || plain.includes('半') || ![...decimals].every((numeral) => NUMERALS.includes(numeral))) return []
  const fraction = decimals === '' ? 0 : Number(`0.${digitsOf(decimals)}`)
  if ([...whole].every((numeral) => NUMERALS.includes(numeral))) return [Number(digitsOf(whole)) + fraction]
  return [sumOf(whole) + fraction]
}

const digitsOf = (numerals: string): string => [...numerals].map((numeral) => NUMERALS.indexOf(numeral)).join('')

function sumOf(whole: string): number {
  let total = 0
  let section = 0
  let digit: number | undefined
  for (const numeral of whole) {
    const scale = SCALES[numeral]
    const tens = TENS[numeral]
    if (tens !== undefined) {
      section += tens
      digit = undefined
    } else if (scale === undefined) digit = NUMERALS.indexOf(numeral)
    else if (scale >= 1e4) {
      total = (total + section + (digit ?? 0)) * scale
      section = 0
      digit = undefined
    } else {
      section += (digit ?? 1) * scale
      digit = undefined
    }
  }
  return total + section + (digit ?? 0)
}
