/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, text: string, type: string): void {
  // Without a byte order mark Excel and LibreOffice take UTF-8 for a Western code page; reading an answer as text drops its own.
  const parts = type === 'text/csv' ? ['\uFEFF', text] : [text]
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
