// @ts-check

/**
 * A mistake to plant: the first `find` in the file becomes `replace`.
 *
 * @typedef {object} Mutation
 * @property {string} mistake
 * @property {string} file in src/
 * @property {string} find
 * @property {string} replace
 */

/**
 * @param {string} file
 * @param {readonly (readonly [mistake: string, find: string, replace: string])[]} rows
 * @returns {Mutation[]}
 */
const inFile = (file, rows) => rows.map(([mistake, find, replace]) => ({ file, mistake, find, replace }))

const settled = 'Account storage account = _settle(msg.sender);'
const unsettled = 'Account storage account = _accounts[msg.sender]; _settlePool();'

const staking = inFile('AerieStaking.sol', [
  ['unstaking forgets to settle', `${settled}\n        if (amount > account.staked)`, `${unsettled}\n        if (amount > account.staked)`],
  ['staking forgets to settle', `${settled}\n        uint128 received`, `${unsettled}\n        uint128 received`],
  ['settling forgets where it stopped', 'account.rewardPerTokenPaid = _pool.rewardPerToken;', ''],
  ['funding counts twice', '(carried + received).toUint128()', '(carried + 2 * received).toUint128()'],
  ['funding forgets what was left', '(carried + received).toUint128()', 'received.toUint128()'],
  ['funding forgets the reserve', '_pool.rewardReserve += received.toUint128();', ''],
  ['funding forgets to settle', '_settlePool();\n        uint256 carried', 'uint256 carried'],
  ['anybody funds', 'if (msg.sender != owner() && !isFunder[msg.sender])', 'if (msg.sender == address(0))'],
  ['a tiny funding stretches the epoch', 'if (carried > 0 && (carried', 'if (carried > type(uint128).max && (carried'],
  ['a tiny funding ends the epoch early', 'if (carried > 0 && end < _pool.epochEnd)', 'if (carried > 0 && end < _pool.updatedAt)'],
  ['an epoch cannot be funded to its own end', 'end < _pool.epochEnd', 'end <= _pool.epochEnd'],
  ['an epoch is funded from before the last writing', 'Math.max(block.timestamp, _pool.updatedAt)', 'block.timestamp; Math.max(0, 0)'],
  ['the first reward of all costs more than an estimate says', '_pool.rewardPerToken = 1;', ''],
  ['a claim pays for ever', 'account.accrued = 0;', ''],
  ['a claim leaves the reserve', '_pool.rewardReserve -= uint128(amount);', ''],
  ['seconds without stakers are lost', 'p.epochEnd = (uint256(p.epochEnd) + dt).toUint64();', ''],
  ['seconds without stakers go to the next', 'if (p.totalStaked == 0) {', 'if (p.totalStaked == 0) { p.updatedAt -= uint64(dt);'],
  ['what cools goes on earning', '_pool.totalStaked -= moved;', ''],
  ['unstaking leaves the stake', 'account.staked -= moved;', ''],
  ['a ticket does not wait', '(block.timestamp + unbondingTime).toUint64()', 'block.timestamp.toUint64()'],
  ['a ticket waits a second longer', 'block.timestamp < ticket.readyAt', 'block.timestamp <= ticket.readyAt'],
  ['a ticket is paid twice', 'delete _tickets[msg.sender][ticketId];', ''],
  [
    'a later request moves older tickets',
    'openIds.push(uint64(ticketId));',
    'openIds.push(uint64(ticketId)); _tickets[msg.sender][0].readyAt = readyAt;',
  ],
  ['withdrawn tickets are read for ever', 'openIds.pop();', 'if (openIds.length == 0) openIds.pop();'],
  ['the ticket that moves up is lost', '_tickets[msg.sender][last].place = place;', ''],
  ['the number of a ticket is used again', 'account.ticketCount += 1;', 'account.ticketCount = uint64(_openIds[msg.sender].length) + 1;'],
  [
    'a pause stops withdrawals',
    'function withdraw(uint256 ticketId) external',
    'function withdraw(uint256 ticketId) external whenNotPaused',
  ],
  ['a pause stops claims', 'function claim() external', 'function claim() external whenNotPaused'],
  [
    'a pause does not stop stakes',
    'function stake(uint256 amount) external nonReentrant whenNotPaused',
    'function stake(uint256 amount) external nonReentrant',
  ],
  ['a stake can be entered again', 'function stake(uint256 amount) external nonReentrant', 'function stake(uint256 amount) external'],
  [
    'rewards are rounded up',
    'rewardPerToken - account.rewardPerTokenPaid, SCALE)',
    'rewardPerToken - account.rewardPerTokenPaid, SCALE, Math.Rounding.Ceil)',
  ],
  ['the scale loses digits', 'SCALE = 1e36', 'SCALE = 1e9'],
  ['an epoch streams on past its end', 'dt >= remaining ? p.rewardsLeft : (', 'dt > 2 * remaining ? p.rewardsLeft : ('],
  [
    'a clock that steps back stops everything',
    'if (block.timestamp <= p.updatedAt) return p;',
    'if (block.timestamp == p.updatedAt) return p;',
  ],
  [
    'the owner takes what cools',
    'uint256(_pool.totalStaked) + _pool.totalCooling + _pool.rewardReserve',
    'uint256(_pool.totalStaked) + _pool.rewardReserve',
  ],
])

const others = [
  ...inFile('Stewarded.sol', [
    [
      'what was asked for is credited, not what arrived',
      'received = token.balanceOf(address(this)) - before;',
      'received = amount; before;',
    ],
    [
      'a donation is credited to the next deposit',
      'received = token.balanceOf(address(this)) - before;',
      'received = token.balanceOf(address(this)) - _owed(address(token)); before;',
    ],
    [
      'ownership can be given up',
      'function renounceOwnership() public pure override(Ownable) {\n        revert Stewarded_NotRenounceable();',
      'function renounceOwnership() public override(Ownable) {\n        _transferOwnership(address(0));',
    ],
  ]),
  ...inFile('AerieSubscriptions.sol', [
    ['renewing begins now', 'Math.max(block.timestamp, paidUntil[msg.sender][planId])', 'block.timestamp; Math.max(0, 0)'],
    [
      'renewing begins at the old end',
      'Math.max(block.timestamp, paidUntil[msg.sender][planId])',
      'paidUntil[msg.sender][planId] == 0 ? block.timestamp : paidUntil[msg.sender][planId]; Math.max(0, 0)',
    ],
    ['every month after the first is free', 'plan.monthlyPrice * months', 'plan.monthlyPrice'],
    ['a rising price takes more', 'if (price > maxPrice)', 'if (price > maxPrice && maxPrice == 0)'],
    ['payments are taken out twice', 'proceeds -= amount;', ''],
    [
      'anybody sets prices',
      'function setPlan(uint256 planId, uint256 monthlyPrice, bool offered) external onlyOwner',
      'function setPlan(uint256 planId, uint256 monthlyPrice, bool offered) external',
    ],
    ['a plan that was taken back is sold', 'if (!plan.offered) revert AerieSubscriptions_NotOffered(planId);', ''],
  ]),
  ...inFile('AerieVesting.sol', [
    ['the cliff is ignored', 'uint256(one.start) + one.cliff', 'uint256(one.start)'],
    ['a release is not written down', 'mine[i].released += uint128(part);', ''],
    ['a release leaves the vested sum', 'vestedOf[msg.sender] -= amount;', ''],
    ['a grant goes on past its end', 'Math.min(block.timestamp - one.start, one.duration)', 'block.timestamp - one.start; Math.min(0, 0)'],
    ['anybody grants', 'external\n        onlyOwner', 'external'],
  ]),
  ...inFile('AerieUtils.sol', [
    ['gold begins one unit late', 'unstaked + vested >= goldThreshold', 'unstaked + vested > goldThreshold'],
    ['a stake counts for gold', 'unstaked + vested >= goldThreshold', 'total >= goldThreshold'],
    ['the total forgets a part', 'total = unstaked + staked + vested;', 'total = unstaked + staked;'],
  ]),
]

export const MUTATIONS = [...staking, ...others]
