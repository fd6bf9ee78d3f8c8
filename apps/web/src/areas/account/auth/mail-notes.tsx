const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Without a mail server, local setups write mail to the server's outbox. */
export const MailNotes = () => (
  <p className="text-12 text-ink-2">
    No e-mail? Check your spam folder.
    {LOOPBACK.test(location.hostname) && (
      <>
        {' '}
        Without SMTP_URL, a local server prints its mail in its log and lists it at{' '}
        <a href="/dev/outbox" target="_blank" rel="noreferrer" className="font-medium text-accent-text underline underline-offset-2">
          /dev/outbox
        </a>
        .
      </>
    )}
  </p>
)
