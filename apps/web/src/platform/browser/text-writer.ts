export type TextWriter = { readonly set: (text: string) => void; readonly shown: () => string }

/** @param element owned by the writer: its content is replaced */
export function textWriter(element: Element): TextWriter {
  const node = element.ownerDocument.createTextNode('')
  element.replaceChildren(node)
  let shown = ''
  return {
    shown: () => shown,
    set: (text) => {
      if (text === shown) return
      shown = text
      node.data = text
      // Browser translation replaces the text node by its own element, which would hide later texts.
      if (element.firstChild !== node || element.lastChild !== node) element.replaceChildren(node)
    },
  }
}
