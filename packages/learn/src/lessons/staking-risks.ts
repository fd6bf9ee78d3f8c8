import type { WrittenLesson } from '../lesson.ts'

/** Risks that an APR does not show. */
export const stakingRisks: WrittenLesson = {
  id: 'staking-risks',
  title: 'Staking risks',
  summary: 'What a yearly rate leaves out: waiting, contracts, dilution and the price.',
  group: 'custody',
  minutes: 5,
  blocks: [
    {
      kind: 'text',
      text: '**Staking** locks tokens in return for rewards. On a proof-of-stake chain, stakers secure the network, and misbehavior costs stake (*slashing*). In a staking pool of a project, such as Aerie’s, rewards come out of a budget and are shared by all who stake; nothing is slashed, and nothing is earned from outside either.',
    },
    {
      kind: 'text',
      text: '**The waiting time.** After *unstaking*, tokens are **unbonding** for some days before they can be withdrawn. In this time they earn nothing and cannot be sold. That is when prices matter most: everybody wants out on the same day.',
    },
    {
      kind: 'figure',
      figure: { kind: 'formula', formula: 'wait' },
      caption: 'How much reward a typical move during the unbonding time is worth.',
    },
    {
      kind: 'text',
      text: '**The yearly rate** is a snapshot. The same budget shared by twice the stake halves it. It is paid in the token itself: 20% more of a token that has lost half is a loss of 40%.\n\n**Dilution.** If rewards are newly made tokens, each token is a smaller share of the whole. Those who stake keep about their share; those who do not, pay for it.',
    },
    {
      kind: 'text',
      text: '**The contract.** Code can have faults, and keys that may change it can be stolen or misused. Ask: Is the source published and audited? Who can pause, upgrade or drain it? How long has it held how much?\n\n**Rewards and unbonding of the present pool** are shown on Stake, read from the chain.',
    },
    {
      kind: 'key',
      text: 'A rate is paid in tokens, after a wait, by a contract. Each of the three is a risk that the rate does not show.',
    },
  ],
  task: {
    text: 'Set an alert for the end of an unbonding time.',
    steps: [
      'Read the unbonding time of the pool on Stake.',
      'Open Trade Alerts and choose New alert.',
      'Under Watch, choose the staking unlock, and save the alert. It fires when tokens can be withdrawn.',
    ],
    to: '/tradealerts',
    button: 'Open Trade Alerts',
    check: { kind: 'alert', alert: 'unlock' },
  },
  quiz: [
    {
      id: 'half-price',
      text: 'You stake for a year at 20%, paid in the token. Its price halves. What is your result in dollars?',
      choices: [
        { id: 'minus-forty', text: '−40%' },
        { id: 'minus-thirty', text: '−30%' },
        { id: 'plus-twenty', text: '+20%' },
      ],
      right: 'minus-forty',
      why: {
        'minus-forty': '1.2 times the tokens at half the price: 0.6 of the value.',
        'minus-thirty': 'Rates and price changes multiply; they do not add up.',
        'plus-twenty': 'That is the result in tokens.',
      },
    },
    {
      id: 'unbonding',
      text: 'What do tokens earn while they are unbonding?',
      choices: [
        { id: 'nothing', text: 'Nothing, and they cannot be sold' },
        { id: 'full', text: 'The full rate, until they are withdrawn' },
        { id: 'half', text: 'Half the rate' },
      ],
      right: 'nothing',
      why: {
        nothing: 'They have left the pool, and are not in your wallet yet.',
        full: 'Rewards are shared by what is staked.',
        half: 'There is no such stage.',
      },
    },
    {
      id: 'crowd',
      text: 'The stake in a pool doubles, and its reward budget stays the same. What happens to the yearly rate?',
      choices: [
        { id: 'halves', text: 'It halves' },
        { id: 'same', text: 'It stays, since the budget stays' },
        { id: 'doubles', text: 'It doubles' },
      ],
      right: 'halves',
      why: {
        halves: 'The same rewards are shared by twice as many tokens.',
        same: 'The budget is divided among all stakers.',
        doubles: 'More stakers share, and do not add, rewards.',
      },
    },
  ],
  sources: [
    { title: 'Mastering Ethereum', by: 'Andreas M. Antonopoulos, Gavin Wood, O’Reilly', year: 2018, url: null },
    {
      title: 'Proof-of-stake rewards and penalties',
      by: 'ethereum.org',
      year: null,
      url: 'https://ethereum.org/developers/docs/consensus-mechanisms/pos/rewards-and-penalties/',
    },
    {
      title: 'SoK: Decentralized Finance (DeFi). ACM Advances in Financial Technologies',
      by: 'Sam M. Werner, Daniel Perez, Lewis Gudgeon, Ariah Klages-Mundt, Dominik Harz, William J. Knottenbelt',
      year: 2022,
      url: 'https://arxiv.org/abs/2101.08778',
    },
  ],
}
