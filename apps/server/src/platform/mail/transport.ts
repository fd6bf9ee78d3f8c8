import nodemailer from 'nodemailer'

export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}
export type MailTransport = { readonly deliver: (mail: OutgoingMail) => Promise<void>; readonly close: () => void }

/** Suppresses auto-replies (RFC 3834, section 5). */
const AUTO_SUBMITTED = { 'Auto-Submitted': 'auto-generated' }
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** File and URL access is disabled, so no mail content can trigger it. */
export function smtpTransport(url: string, from: string): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  })
  return {
    deliver: async ({ to, subject, text, headers }) => {
      // As an object: a string would be parsed and could contain several addresses.
      await transporter.sendMail({ from, to: { name: '', address: to }, subject, text, headers: { ...headers, ...AUTO_SUBMITTED } })
    },
    close: () => transporter.close(),
  }
}

/** 5xx: permanent, unlike temporary failures. */
export function isPermanentRefusal(error: unknown): boolean {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EENVELOPE' && status >= 500 && status < 600
}
