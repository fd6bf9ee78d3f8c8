type Translation = { readonly replacement: Element; readonly original: string }

const translations = new WeakMap<Text, Translation>()
const nodeOf = new WeakMap<Element, Text>()

/**
 * Makes the page survive browser translation. Chrome and Edge replace each text node by a <font>; React keeps the old node, so its writes
 * are invisible and removals throw NotFoundError. So the node is put back, empty, before its <font>. When React writes to or removes the
 * node, the <font> is removed and the translator translates the new text.
 */
export function surviveTranslation(page: Document): () => void {
  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
    const removed = records.flatMap((record) => [...record.removedNodes].map((node) => ({ node, record })))
    for (const { target } of records) if (isText(target)) noteWrite(target)
    for (const { node, record } of removed) if (isText(node)) noteRemovedText(node, record)
    // After all texts: by now every new <font> is linked to its text.
    for (const { node } of removed) if (isFont(node)) noteRemovedFont(node, added)
  })
  const noteRemovedText = (node: Text, record: MutationRecord) => {
    const replacement = translations.get(node)?.replacement
    if (replacement === undefined) {
      const newFont = node.parentNode === null && /\S/.test(node.data) ? standIn(record) : undefined
      if (newFont !== undefined) restoreNode(node, newFont, node.data)
    } else if (node.parentNode === null) forget(node, replacement)
    else if (replacement.parentNode !== null && node.nextSibling !== replacement) node.after(replacement)
  }
  const restoreNode = (node: Text, replacement: Element, original: string) => {
    translations.set(node, { replacement, original })
    nodeOf.set(replacement, node)
    node.data = ''
    if (replacement.previousSibling !== node) replacement.before(node)
    // Observed individually: React keeps updating detached parts of the page.
    observer.observe(node, { characterData: true })
    if (replacement.parentNode !== null) observer.observe(replacement.parentNode, { childList: true })
  }
  const noteRemovedFont = (font: Element, added: ReadonlySet<Node>) => {
    const node = nodeOf.get(font)
    const known = node && translations.get(node)
    if (known?.replacement !== font || node?.parentNode == null || font.parentNode !== null) return
    const next = node.nextSibling
    if (isFont(next) && !nodeOf.has(next)) return restoreNode(node, next, known.original)
    translations.delete(node)
    // The translator's own text node there: React's text would appear beside it.
    if (next !== null && isText(next) && added.has(next)) next.remove()
    node.data = known.original
  }
  observer.observe(page, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

/** The <font> that replaced the removed text, or was put beside it before its removal; not that of another text. */
const standIn = ({ target, addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined =>
  [addedNodes[0], previousSibling, nextSibling].filter(isFont).find((font) => font.parentNode === target && !nodeOf.has(font))

function noteWrite(node: Text): void {
  const known = translations.get(node)
  if (known !== undefined && node.data !== '') forget(node, known.replacement)
}

function forget(node: Text, replacement: Element): void {
  translations.delete(node)
  replacement.remove()
}
