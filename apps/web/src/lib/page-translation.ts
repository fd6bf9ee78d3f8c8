/** The element that a translator put in the place of a text node, and what the node said. */
type Translation = { readonly stand: Element; readonly original: string }

const translations = new WeakMap<Text, Translation>()
const nodeOf = new WeakMap<Element, Text>()

/**
 * Keeps the texts of a page alive while the browser translates it.
 *
 * Chrome and Edge translate by putting a <font> in the place of each text node. React still holds the node: what it writes there is
 * not seen, and when it removes the node, or inserts something before it, the page breaks with NotFoundError. So the node goes back
 * into the page, empty, before its <font>. When React writes into it, the <font> goes and the translator takes up the new text; when
 * React removes it, the <font> goes too.
 *
 * @returns the way to stop
 */
export function surviveTranslation(page: Document): () => void {
  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
    const removed = records.flatMap((record) => [...record.removedNodes].map((node) => ({ node, record })))
    for (const { target } of records) if (isText(target)) noteWrite(target)
    for (const { node, record } of removed) if (isText(node)) noteRemovedText(node, record)
    // After all texts: by now every new <font> is known as that of its text.
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
    // By themselves too: a part of the page may be taken out of it for a while, and React goes on in it.
    observer.observe(node, { characterData: true })
    if (stand.parentNode !== null) observer.observe(stand.parentNode, { childList: true })
  }
  /** The translator shows another translation, or the original again. */
  const noteRemovedFont = (font: Element, added: ReadonlySet<Node>) => {
    const node = nodeOf.get(font)
    const known = node && translations.get(node)
    if (known?.stand !== font || node?.parentNode == null || font.parentNode !== null) return
    const next = node.nextSibling
    if (isFont(next) && !nodeOf.has(next)) return putBack(node, next, known.original)
    translations.delete(node)
    // Its own text in that place: what React writes into its node would stand beside it.
    if (next !== null && isText(next) && added.has(next)) next.remove()
    node.data = known.original
  }
  observer.observe(page, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

/** The <font> that was put where the removed text was: instead of it, or beside it before it went. Not that of another text. */
const standIn = ({ target, addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined =>
  [addedNodes[0], previousSibling, nextSibling].filter(isFont).find((font) => font.parentNode === target && !nodeOf.has(font))

/** React has written into a text: that is what is shown, until it is translated again. */
function noteWrite(node: Text): void {
  const known = translations.get(node)
  if (known !== undefined && node.data !== '') forget(node, known.stand)
}

function forget(node: Text, stand: Element): void {
  translations.delete(node)
  stand.remove()
}
