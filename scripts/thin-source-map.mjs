// @ts-check

/** Base64 VLQ digits of a source map: five bits and a continuation bit. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]))

/**
 * The mappings of a source map with as many segments as are needed for every source line: one in the line of the segment
 * before it is left out. Node keeps each segment as an array of its own once the first stack is asked for: of each token that is 37 MB.
 * A run of sources that are not wanted becomes one segment without a source, so that a stack shows their place in the bundle.
 *
 * @param {string} mappings
 * @param {(source: number) => boolean} [isWanted] by its index in the map's `sources`
 */
export function thinMappings(mappings, isWanted = () => true) {
  // Segment fields are deltas: file, line and column over the whole map, the generated column within its line.
  const read = { source: 0, line: 0, column: 0 }
  const kept = { source: 0, line: 0, column: 0 }
  let isMapped = true
  const lines = mappings
    .split(';')
    .map((generated) => {
      /** @type {string[]} */
      const segments = []
      let [at, keptAt] = [0, 0]
      for (const segment of generated === '' ? [] : generated.split(',')) {
        const [step = 0, source, line = 0, column = 0] = decode(segment)
        at += step
        if (source === undefined) continue
        read.source += source
        read.line += line
        read.column += column
        const wasMapped = isMapped
        isMapped = isWanted(read.source)
        if (segments.length > 0 && isMapped === wasMapped && (!isMapped || (read.source === kept.source && read.line === kept.line)))
          continue
        const origin = isMapped ? [read.source - kept.source, read.line - kept.line, read.column - kept.column] : []
        segments.push(encode([at - keptAt, ...origin]))
        keptAt = at
        if (isMapped) Object.assign(kept, read)
      }
      return segments.join(',')
    })
    .join(';')
  // Node misreads a segment without a source at the very end.
  return isMapped ? lines : `${lines};`
}

/** @param {string} segment @returns {number[]} */
function decode(segment) {
  const numbers = []
  let [value, shift] = [0, 0]
  for (const digit of segment) {
    const bits = VALUES.get(digit)
    if (bits === undefined) throw new Error(`"${segment}" is no segment of a source map`)
    value += (bits & 31) * 2 ** shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value % 2 === 1 ? -Math.floor(value / 2) : value / 2)
    value = 0
    shift = 0
  }
  return numbers
}

/** @param {readonly number[]} numbers */
function encode(numbers) {
  let text = ''
  for (const number of numbers) {
    let rest = number < 0 ? -number * 2 + 1 : number * 2
    do {
      const bits = rest % 32
      rest = Math.floor(rest / 32)
      text += DIGITS[rest > 0 ? bits + 32 : bits]
    } while (rest > 0)
  }
  return text
}
