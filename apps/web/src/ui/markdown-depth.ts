/** Quotes, lists, emphasis and links that may be nested in each other. */
const MOST_NESTED = 12
const OPENING = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
const MARK = /[*_]+|[[\]]/g

/**
 * Whether a Markdown text nests quotes, lists, emphasis or links deeper than anybody reads. Two thousand characters can nest a thousand
 * levels, which takes a browser seconds and ends at its call stack limit, for everybody who looks at it.
 */
export const isTooDeep = (text: string): boolean =>
  text.split(/\r\n?|\n/).some((line) => openedBy(line) > MOST_NESTED) ||
  text.split(/(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/).some(isParagraphTooDeep)

function openedBy(line: string): number {
  let opened = 0
  OPENING.lastIndex = 0
  while (opened <= MOST_NESTED && OPENING.test(line)) opened += 1
  return opened
}

/** Counts `**`, `_` and `[` that are not closed yet. Emphasis and links end with their paragraph. */
function isParagraphTooDeep(paragraph: string): boolean {
  let open = 0
  for (const { 0: mark, index } of paragraph.matchAll(MARK)) {
    const isBeforeText = /\S/.test(paragraph[index + mark.length] ?? ' ')
    const isAfterText = /\S/.test(paragraph[index - 1] ?? ' ')
    const closes = mark === ']' || (mark !== '[' && isAfterText && (!isBeforeText || open > 0))
    if (closes) open = Math.max(0, open - mark.length)
    else if (mark === '[' || isBeforeText) open += mark.length
    if (open > MOST_NESTED) return true
  }
  return false
}
