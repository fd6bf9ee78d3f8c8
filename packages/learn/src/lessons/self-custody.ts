import type { WrittenLesson } from '../lesson.ts'

/** Keys, signatures and approvals. */
export const selfCustody: WrittenLesson = {
  id: 'self-custody',
  title: 'Self-custody',
  summary: 'Keys, signatures and approvals: what a wallet holds, and how coins are lost.',
  group: 'custody',
  minutes: 6,
  blocks: [
    {
      kind: 'text',
      text: 'A wallet holds no coins. It holds **private keys**. Coins are entries on a chain, and anyone who can sign with the key can move them. A **seed phrase** of 12 or 24 words is the key to all accounts of a wallet: anyone who reads it owns them, and nobody can undo that.',
    },
    {
      kind: 'text',
      text: '**Exchange or own wallet?** On an exchange you have a claim against a company: you risk its failure, a freeze and a hack of it. In your own wallet you risk your own mistakes: a lost phrase, a stolen one, a bad signature. Neither is safe by itself. Many keep what they trade on an exchange and the rest in their own wallet.',
    },
    {
      kind: 'text',
      text: '**Signing a message** proves that an address is yours. It moves nothing and costs no gas. Aerie asks for such a signature when you link a wallet; read the text in the wallet before you sign: it names this site, your address and a number that is used once.\n\n**Sending a transaction** changes the chain and costs gas.\n\n**Approvals** let a contract take tokens from you later, up to an amount. An unlimited approval to a bad contract empties the wallet, even months later. Approve only what is needed.\n\n**Typed-data signatures** such as *permit* can be approvals too, although they cost no gas. “It is only a signature” is how many wallets have been emptied.',
    },
    {
      kind: 'text',
      text: '**Keep it safe.**\n\n- Write the phrase on paper or metal, twice, in two places. No photo, no cloud, no e-mail.\n- Nobody who helps you needs it. Whoever asks for it is a thief.\n- Use a hardware wallet for what you cannot afford to lose.\n- Check the address on the device, and send a small amount first.\n- Type addresses of sites yourself; advertisements in search results lead to copies.',
    },
    { kind: 'key', text: 'Before every signature: who asks, what may they do afterwards, and until when?' },
  ],
  task: {
    text: 'Link a wallet by signing a message.',
    steps: [
      'Open Wallets and connect a wallet. Where this server has a demo wallet, it will do.',
      'Read the message in the wallet: the site, your address, the number.',
      'Sign it. No coins move, and it costs no gas.',
    ],
    to: '/account/wallets',
    button: 'Open Wallets',
    check: { kind: 'wallet' },
  },
  quiz: [
    {
      id: 'phrase',
      text: 'Support asks for your seed phrase to restore a stuck transaction. What do you do?',
      choices: [
        { id: 'refuse', text: 'Refuse, and leave the conversation' },
        { id: 'half', text: 'Tell the first six words only' },
        { id: 'send', text: 'Send it, if the address of the site is right' },
      ],
      right: 'refuse',
      why: {
        refuse: 'No real support needs it. Anyone who reads the phrase can take everything.',
        half: 'With half of it known, the rest can be searched. And they will ask for it next.',
        send: 'No site ever needs it.',
      },
    },
    {
      id: 'message',
      text: 'What can Aerie do with the message that you sign to link a wallet?',
      choices: [
        { id: 'prove', text: 'Know that the address is yours, and nothing more' },
        { id: 'move', text: 'Move tokens up to an amount' },
        { id: 'trade', text: 'Trade for you' },
      ],
      right: 'prove',
      why: {
        prove: 'It is a plain text with a number that is used once. It is no transaction and no approval.',
        move: 'That would need an approval or a permit, which your wallet shows differently.',
        trade: 'A signed text gives no access.',
      },
    },
    {
      id: 'unlimited',
      text: 'A site asks for an unlimited approval of your USDC. What is the danger?',
      choices: [
        { id: 'later', text: 'Its contract can take all of your USDC, also what you receive later' },
        { id: 'gas', text: 'It costs more gas' },
        { id: 'once', text: 'It can take the present balance, once' },
      ],
      right: 'later',
      why: {
        later: 'The approval stays until you revoke it. Approve the amount that is needed.',
        gas: 'The amount hardly changes the gas.',
        once: 'It is not used up by a single transfer.',
      },
    },
    {
      id: 'exchange',
      text: 'Your coins are on an exchange. Who holds the keys?',
      choices: [
        { id: 'exchange', text: 'The exchange; you have a claim against it' },
        { id: 'you', text: 'You, by your password' },
        { id: 'chain', text: 'The chain' },
      ],
      right: 'exchange',
      why: {
        exchange: 'If it fails or freezes withdrawals, you wait with all other creditors.',
        you: 'A password opens an account with the company and signs nothing on the chain.',
        chain: 'A chain holds no keys; it checks signatures.',
      },
    },
  ],
  sources: [
    { title: 'Mastering Bitcoin, 3rd edition', by: 'Andreas M. Antonopoulos, David A. Harding, O’Reilly', year: 2023, url: null },
    { title: 'Mastering Ethereum', by: 'Andreas M. Antonopoulos, Gavin Wood, O’Reilly', year: 2018, url: null },
    {
      title: 'ERC-4361: Sign-In with Ethereum',
      by: 'Wayne Chang, Gregory Rocco, Brantly Millegan, Nick Johnson, Oliver Terbu',
      year: 2021,
      url: 'https://eips.ethereum.org/EIPS/eip-4361',
    },
  ],
}
