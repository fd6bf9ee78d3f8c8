/** Quotes and lists that a line may open one inside the other. */
const MOST_NESTED = 12
const OPENING = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y

/**
 * Whether some line of a Markdown text opens more quotes and lists one inside the other than anybody reads. Two thousand characters can open
 * a thousand, which takes a browser seconds and ends at its limit of calls, for everybody who looks at it.
 */
export const isTooDeep = (text: string): boolean => text.split(/\r\n?|\n/).some((line) => openedBy(line) > MOST_NESTED)

function openedBy(line: string): number {
  let opened = 0
  OPENING.lastIndex = 0
  while (opened <= MOST_NESTED && OPENING.test(line)) opened += 1
  return opened
}
