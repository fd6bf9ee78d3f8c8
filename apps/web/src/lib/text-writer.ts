/** Writes a text into the page where it differs from the one that stands there; tells what stands there. */
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
    },
  }
}
