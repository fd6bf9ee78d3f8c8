type MarkdownNode = { type: string; value?: string; children?: MarkdownNode[] }

const STRUCK = /~~([^~\n]+)~~/g

/** Remark plugin: parses `~~123~~` as a `delete` node; avoids the rest of GitHub-flavoured Markdown. */
export const markStruck = () => (tree: MarkdownNode) => markIn(tree)

function markIn(node: MarkdownNode): void {
  if (node.children === undefined) return
  node.children = node.children.flatMap((child) => (child.type === 'text' ? splitText(child.value ?? '') : [child]))
  for (const child of node.children) markIn(child)
}

function splitText(text: string): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  let start = 0
  for (const match of text.matchAll(STRUCK)) {
    if (match.index > start) nodes.push({ type: 'text', value: text.slice(start, match.index) })
    nodes.push({ type: 'delete', children: [{ type: 'text', value: match[1] ?? '' }] })
    start = match.index + match[0].length
  }
  if (start < text.length || nodes.length === 0) nodes.push({ type: 'text', value: text.slice(start) })
  return nodes
}

export const hasStruck = (text: string): boolean => text.search(STRUCK) >= 0
