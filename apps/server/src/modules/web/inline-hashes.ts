import { createHash } from 'node:crypto'

const INLINE = /<(style|script)(?![^>]*\ssrc=)[^>]*>(.*?)<\/\1>/gs

/**
 * The policy, opened for the style sheets and the script that the build has put into its own pages: each by the hash of its text, so that
 * nothing else inline is allowed (CSP level 3, section 6.7.2.4).
 *
 * @param pages as they were built, before anything of the market is put into them
 */
export function allowInline(policy: string, pages: readonly string[]): string {
  const hashes = { style: new Set<string>(), script: new Set<string>() }
  for (const [, name, text = ''] of pages.flatMap((html) => [...html.matchAll(INLINE)]))
    hashes[name === 'style' ? 'style' : 'script'].add(` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return policy
    .replace("style-src 'self'", (all) => all + [...hashes.style].join(''))
    .replace("script-src 'self'", (all) => all + [...hashes.script].join(''))
}
