import nodemailer from 'nodemailer'

export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}
/** Resolves when the mail is handed over; rejects when it is not. */
export type MailTransport = { readonly deliver: (mail: OutgoingMail) => Promise<void>; readonly close: () => void }

/** Tells out-of-office replies and mailing lists that no person wrote this (RFC 3834, section 5). */
const AUTO_SUBMITTED = { 'Auto-Submitted': 'auto-generated' }
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Hands mail to the server of SMTP_URL. Nothing in a mail can make it read a file or fetch an address. */
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
      // As an object: a text would be parsed, and could hold several addresses.
      await transporter.sendMail({ from, to: { name: '', address: to }, subject, text, headers: { ...headers, ...AUTO_SUBMITTED } })
    },
    close: () => transporter.close(),
  }
}

/** The SMTP server's word that this mail will never be taken: 5xx, as opposed to trouble that passes. */
export function isPermanentRefusal(error: unknown): boolean {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EENVELOPE' && status >= 500 && status < 600
}
