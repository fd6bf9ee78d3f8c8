/** Writes a text into an element where it differs from the one written last; `shown` is that one. */
export type TextWriter = { readonly put: (text: string) => void; readonly shown: () => string }

/** @param element whose children are nobody else's: what was in it goes */
export function textWriter(element: Element): TextWriter {
  const node = element.ownerDocument.createTextNode('')
  element.replaceChildren(node)
  let shown = ''
  return {
    shown: () => shown,
    put: (text) => {
      if (text === shown) return
      shown = text
      node.data = text
      // The browser's translator puts an element of its own in the place of a text node, which would hide every later text.
      if (element.firstChild !== node || element.lastChild !== node) element.replaceChildren(node)
    },
  }
}
