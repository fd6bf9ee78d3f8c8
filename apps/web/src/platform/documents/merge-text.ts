/** `mine` is this window's state, `theirs` the server's. */
export type Sides<T> = { readonly base: T; readonly mine: T; readonly theirs: T }

type Edit = { readonly from: number; readonly until: number; readonly lines: readonly string[] }

/** Three-way merge by line. Lines changed on both sides are kept from both, one after the other. */
export function mergeText({ base, mine, theirs }: Sides<string>): string {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const lines = base.split('\n')
  const [one, other] = [editOf(lines, mine), editOf(lines, theirs)]
  const isOrdered = (one.from - other.from || one.until - other.until) <= 0
  const [first, second] = isOrdered ? [one, other] : [other, one]
  const between = lines.slice(first.until, second.from)
  const isApart = second.from > first.until || (second.from === first.until && isInsertion(first) !== isInsertion(second))
  if (isApart) return [...lines.slice(0, first.from), ...first.lines, ...between, ...second.lines, ...lines.slice(second.until)].join('\n')
  return joined(lines, editOf(lines, mine), editOf(lines, theirs))
}

const isInsertion = ({ from, until }: Edit): boolean => from === until

function editOf(base: readonly string[], text: string): Edit {
  const lines = text.split('\n')
  const shorter = Math.min(base.length, lines.length)
  let from = 0
  while (from < shorter && base[from] === lines[from]) from += 1
  let tail = 0
  while (tail < shorter - from && base[base.length - 1 - tail] === lines[lines.length - 1 - tail]) tail += 1
  return { from, until: base.length - tail, lines: lines.slice(from, lines.length - tail) }
}

/** For overlapping edits: one side's whole range, then the lines only the other has. */
function joined(base: readonly string[], mine: Edit, theirs: Edit): string {
  const from = Math.min(mine.from, theirs.from)
  const until = Math.max(mine.until, theirs.until)
  const stretch = (edit: Edit) => [...base.slice(from, edit.from), ...edit.lines, ...base.slice(edit.until, until)]
  const ofMine = stretch(mine)
  const known = new Set(ofMine)
  const onlyTheirs = stretch(theirs).filter((line) => !known.has(line))
  return [...base.slice(0, from), ...ofMine, ...onlyTheirs, ...base.slice(until)].join('\n')
}
