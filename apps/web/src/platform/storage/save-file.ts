export function saveFile(name: string, text: string, type: string): void {
  // Without a byte order mark Excel and LibreOffice misread UTF-8; reading a response as text strips its own.
  const parts = type === 'text/csv' ? ['\uFEFF', text] : [text]
  const url = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
