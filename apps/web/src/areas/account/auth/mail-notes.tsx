export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Without a mail server, local setups keep mail in the server's outbox. */
export const MailNotes = () => (
  <p className="text-12 text-ink-2">
    No e-mail? Check your spam folder.
    {LOOPBACK.test(location.hostname) && (
      <>
        {' '}
        A local server without a mail server (SMTP_URL) sends none:{' '}
        <a href="/dev/outbox" target="_blank" rel="noreferrer" className="font-medium text-accent-text underline underline-offset-2">
          Open the local mail page
        </a>
        .
      </>
    )}
  </p>
)
