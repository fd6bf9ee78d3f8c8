type Translation = { readonly stand: Element; readonly original: string }

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
    const stand = translations.get(node)?.stand
    if (stand === undefined) {
      const put = node.parentNode === null && /\S/.test(node.data) ? standIn(record) : undefined
      if (put !== undefined) putBack(node, put, node.data)
    } else if (node.parentNode === null) forget(node, stand)
    else if (stand.parentNode !== null && node.nextSibling !== stand) node.after(stand)
  }
  const putBack = (node: Text, stand: Element, original: string) => {
    translations.set(node, { stand, original })
    nodeOf.set(stand, node)
    node.data = ''
    if (stand.previousSibling !== node) stand.before(node)
    // Observed individually: React keeps updating detached parts of the page.
    observer.observe(node, { characterData: true })
    if (stand.parentNode !== null) observer.observe(stand.parentNode, { childList: true })
  }
  const noteRemovedFont = (font: Element, added: ReadonlySet<Node>) => {
    const node = nodeOf.get(font)
    const known = node && translations.get(node)
    if (known?.stand !== font || node?.parentNode == null || font.parentNode !== null) return
    const next = node.nextSibling
    if (isFont(next) && !nodeOf.has(next)) return putBack(node, next, known.original)
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
  if (known !== undefined && node.data !== '') forget(node, known.stand)
}

function forget(node: Text, stand: Element): void {
  translations.delete(node)
  stand.remove()
}
