/** Every sentence of the fields that prove who is there, wherever they stand. */
export const FORM_WORDS = {
  rules: {
    length: (least: number, most: number) => `${least} to ${most} characters`,
    notOwn: 'Not your e-mail address or name',
    notCommon: 'Not a common password (checked on submit)',
    met: 'met: ',
    unmet: 'not met: ',
  },
  reveal: { hide: 'Hide', show: 'Show', password: ' password' },
  field: { needed: 'This field is required.', wrong: 'This is not valid.' },
  factor: {
    code: 'Authenticator code',
    codeHint: 'Six digits from your authenticator app.',
    recovery: 'Recovery code',
    recoveryHint: 'One of the codes you stored when you set up the app. Each works once.',
    useRecovery: 'Use a recovery code instead',
    useCode: 'Use the authenticator app instead',
  },
  passkey: {
    ip: 'Passkeys need a host name and do not work at an IP address. Open Aerie by a name, such as localhost on this machine.',
    insecure: 'Passkeys need https, or localhost. Open Aerie by an https address.',
    unsupported: 'This browser does not support passkeys.',
    cancelled: 'No passkey was used: the request was cancelled or took too long.',
    known: 'This device already has a passkey for your account.',
    failed: 'The passkey could not be used here. Open Aerie by the address it was made for.',
  },
} as const
