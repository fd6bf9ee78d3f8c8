// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Stewarded} from "./Stewarded.sol";

/// @title Staking of the product token, with rewards streamed by epoch and an unbonding time
/// @notice One token staked is one token owed. Rewards are the same token, kept in accounts of their own. All amounts are
/// in units of 10^-18 token, all times in seconds of `block.timestamp`; nothing counts blocks.
/// @dev Formulas, rounding and the bound on dust: docs/math/staking.md. Every division rounds down, in favour of the pool.
contract AerieStaking is Stewarded {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;

    /// @notice Everything that is common to all stakers, as it stood at `updatedAt`.
    struct Pool {
        /// Stakes that earn.
        uint128 totalStaked;
        /// Stakes that wait in tickets and do not earn.
        uint128 totalCooling;
        /// Reward tokens held: still to be streamed, plus streamed and not claimed.
        uint128 rewardReserve;
        /// Reward tokens of the epoch that are still to be streamed.
        uint128 rewardsLeft;
        /// Rewards that one unit of stake has earned since the beginning, times `SCALE`; rounded down.
        uint256 rewardPerToken;
        /// When these numbers were written.
        uint64 updatedAt;
        uint64 epochStart;
        /// When the epoch will be streamed out; moves on while nobody stakes.
        uint64 epochEnd;
        /// 1 for the first epoch, 0 before it.
        uint64 epochId;
    }

    /// @notice One staker, as it stood when the account was last written.
    struct Account {
        uint128 staked;
        /// Rewards earned and not claimed up to `rewardPerTokenPaid`; rounded down.
        uint128 accrued;
        /// Value of `Pool.rewardPerToken` up to which `accrued` counts.
        uint256 rewardPerTokenPaid;
        /// What waits in tickets.
        uint128 cooling;
        /// How many tickets the account ever had; the next one has this number.
        uint64 ticketCount;
    }

    /// @notice One request to unstake that was not withdrawn yet.
    struct OpenTicket {
        /// Number of the ticket among the account's own, from 0.
        uint64 id;
        uint128 amount;
        /// From this second on it can be withdrawn.
        uint64 readyAt;
    }

    /// @dev One request as it is stored, in one slot; all zero once it was withdrawn.
    struct Ticket {
        uint128 amount;
        uint64 readyAt;
        /// Where its number stands in `_openIds`.
        uint64 place;
    }

    /// @notice Scale of `rewardPerToken`. So large that the dust of a division by the total stake is below 10^-9 unit.
    uint256 public constant SCALE = 1e36;
    /// @notice Scale of `rewardRate`: units per second times this.
    uint256 public constant RATE_SCALE = 1e18;
    /// @notice The longest unbonding time that can be chosen, in seconds.
    uint256 public constant MAX_UNBONDING_TIME = 30 days;
    /// @notice The shortest epoch, in seconds.
    uint256 public constant MIN_EPOCH = 1 hours;
    /// @notice The longest epoch, in seconds.
    uint256 public constant MAX_EPOCH = 1461 days;

    /// @notice The token that is staked and paid.
    IERC20 public immutable TOKEN;
    /// @notice How long a stake cools before it can be withdrawn, in seconds. Fixed for ever.
    uint256 public immutable unbondingTime;
    /// @notice Whether an account beside the owner may fund an epoch.
    mapping(address account => bool) public isFunder;

    Pool private _pool;
    mapping(address account => Account) private _accounts;
    mapping(address account => mapping(uint256 ticketId => Ticket)) private _tickets;
    /// @dev Numbers of the open tickets, in no order: what a reading costs does not grow with what was withdrawn.
    mapping(address account => uint64[]) private _openIds;

    /// @notice `amount` began to earn; `stakedAfter` is the account's whole stake.
    event Staked(address indexed account, uint256 amount, uint256 stakedAfter);
    /// @notice `amount` ceased to earn and can be withdrawn from `readyAt` on.
    event UnstakeRequested(address indexed account, uint256 indexed ticketId, uint256 amount, uint256 readyAt);
    /// @notice A ticket was paid out.
    event Withdrawn(address indexed account, uint256 indexed ticketId, uint256 amount);
    /// @notice Rewards were paid out.
    event RewardClaimed(address indexed account, uint256 amount);
    /// @notice An epoch began: `amount` came from `funder`, `carried` was left of the epoch before.
    event EpochFunded(
        uint256 indexed epochId, address indexed funder, uint256 amount, uint256 carried, uint256 start, uint256 end
    );
    /// @notice Nobody staked for `pausedFor` seconds; the epoch streams on and ends at `end` now.
    event EpochExtended(uint256 indexed epochId, uint256 pausedFor, uint256 end);
    /// @notice The owner allowed an account to fund, or no longer.
    event FunderSet(address indexed funder, bool allowed);

    /// @notice Zero is not an amount.
    error AerieStaking_ZeroAmount();
    /// @notice The token must be a contract.
    error AerieStaking_NoToken();
    /// @notice The unbonding time must be from 1 second to `MAX_UNBONDING_TIME`.
    error AerieStaking_UnbondingTimeOutOfRange(uint256 unbondingTime);
    /// @notice More than the account has staked.
    error AerieStaking_InsufficientStake(uint256 staked, uint256 requested);
    /// @notice The account has no ticket of this number.
    error AerieStaking_NoSuchTicket(uint256 ticketId);
    /// @notice The ticket was paid out before.
    error AerieStaking_AlreadyWithdrawn(uint256 ticketId);
    /// @notice The ticket still cools.
    error AerieStaking_StillCooling(uint256 ticketId, uint256 readyAt);
    /// @notice There is nothing to claim.
    error AerieStaking_NothingToClaim();
    /// @notice Only the owner and those it allowed fund an epoch.
    error AerieStaking_NotFunder(address account);
    /// @notice An epoch lasts from `MIN_EPOCH` to `MAX_EPOCH`.
    error AerieStaking_DurationOutOfRange(uint256 duration);
    /// @notice Stakers were promised rewards until `end`; the new epoch would be over at `requested` already.
    error AerieStaking_EndWouldMoveEarlier(uint256 end, uint256 requested);
    /// @notice What still has to be streamed would be stretched: stakers would earn less per second than was promised.
    error AerieStaking_RateWouldDrop();

    /// @param token staked and paid; without fee on transfer (one is survived: what arrives is credited)
    /// @param steward first owner
    /// @param unbondingSeconds from 1 to `MAX_UNBONDING_TIME`
    constructor(IERC20 token, address steward, uint256 unbondingSeconds) Stewarded(steward) {
        if (address(token).code.length == 0) revert AerieStaking_NoToken();
        if (unbondingSeconds == 0 || unbondingSeconds > MAX_UNBONDING_TIME) {
            revert AerieStaking_UnbondingTimeOutOfRange(unbondingSeconds);
        }
        TOKEN = token;
        unbondingTime = unbondingSeconds;
        // Never zero again: a slot that is written for the first time costs 17,000 gas more than an estimate made before it
        // was. Only differences of this number are ever used.
        _pool.rewardPerToken = 1;
    }

    // ── what stakers do ────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice Stakes tokens of the caller, who has allowed this contract to take them. Earns from this second on.
    /// @param amount units of 10^-18 token, above 0
    function stake(uint256 amount) external nonReentrant whenNotPaused {
        _stake(amount);
    }

    /// @notice Stakes in one transaction with an EIP-2612 permit for `amount`. A permit that somebody else has already
    /// used does no harm.
    /// @param amount units of 10^-18 token, above 0
    /// @param deadline last second of the permit
    function stakeWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        nonReentrant
        whenNotPaused
    {
        _usePermit(TOKEN, amount, deadline, v, r, s);
        _stake(amount);
    }

    /// @notice Takes part of the stake out of earning and opens a ticket for it, which can be withdrawn after
    /// `unbondingTime` without any deadline. Other tickets keep their times. What was earned stays claimable.
    /// @param amount units of 10^-18 token, above 0 and at most the stake
    /// @return ticketId number of the ticket among the caller's own, from 0
    function requestUnstake(uint256 amount) external nonReentrant returns (uint256 ticketId) {
        if (amount == 0) revert AerieStaking_ZeroAmount();
        Account storage account = _settle(msg.sender);
        if (amount > account.staked) revert AerieStaking_InsufficientStake(account.staked, amount);
        uint128 moved = uint128(amount);
        ticketId = account.ticketCount;
        account.staked -= moved;
        account.cooling += moved;
        account.ticketCount += 1;
        _pool.totalStaked -= moved;
        _pool.totalCooling += moved;
        uint64 readyAt = (block.timestamp + unbondingTime).toUint64();
        uint64[] storage openIds = _openIds[msg.sender];
        _tickets[msg.sender][ticketId] = Ticket({amount: moved, readyAt: readyAt, place: uint64(openIds.length)});
        openIds.push(uint64(ticketId));
        emit UnstakeRequested(msg.sender, ticketId, amount, readyAt);
    }

    /// @notice Pays out one ticket that has cooled, to the caller. Never paused; touches no reward.
    /// @param ticketId one of the caller's own
    /// @return amount paid, units of 10^-18 token
    function withdraw(uint256 ticketId) external nonReentrant returns (uint256 amount) {
        amount = _close(ticketId);
        TOKEN.safeTransfer(msg.sender, amount);
    }

    /// @notice Pays out several tickets in one transfer; all or none.
    /// @param ticketIds of the caller's own, each once
    /// @return amount paid in all, units of 10^-18 token
    function withdrawMany(uint256[] calldata ticketIds) external nonReentrant returns (uint256 amount) {
        for (uint256 i = 0; i < ticketIds.length; i++) {
            amount += _close(ticketIds[i]);
        }
        if (amount == 0) revert AerieStaking_ZeroAmount();
        TOKEN.safeTransfer(msg.sender, amount);
    }

    /// @notice Pays out all rewards of the caller. Never paused; touches no stake.
    /// @return amount paid, units of 10^-18 token, rounded down
    function claim() external nonReentrant returns (uint256 amount) {
        Account storage account = _settle(msg.sender);
        amount = account.accrued;
        if (amount == 0) revert AerieStaking_NothingToClaim();
        account.accrued = 0;
        _pool.rewardReserve -= uint128(amount);
        TOKEN.safeTransfer(msg.sender, amount);
        emit RewardClaimed(msg.sender, amount);
    }

    // ── what funders and the owner do ──────────────────────────────────────────────────────────────────────────────

    /// @notice Begins an epoch now: what arrives in this call, and what is left of the running epoch, is streamed evenly
    /// over `duration`. Never promises tokens that are not here, never lowers the running rate, and never ends before the
    /// running epoch would: rewards that were promised for years cannot be streamed to those who happen to stake today.
    /// @param amount units of 10^-18 token, above 0
    /// @param duration seconds, from `MIN_EPOCH` to `MAX_EPOCH`, and not less than what is left of the running epoch
    /// @return epochId number of the new epoch
    function fund(uint256 amount, uint256 duration) external nonReentrant whenNotPaused returns (uint256 epochId) {
        if (msg.sender != owner() && !isFunder[msg.sender]) revert AerieStaking_NotFunder(msg.sender);
        if (duration < MIN_EPOCH || duration > MAX_EPOCH) revert AerieStaking_DurationOutOfRange(duration);
        _settlePool();
        uint256 carried = _pool.rewardsLeft;
        // Where the clock has stepped back, time goes on from the last writing.
        uint256 start = Math.max(block.timestamp, _pool.updatedAt);
        uint256 end = start + duration;
        if (carried > 0 && end < _pool.epochEnd) revert AerieStaking_EndWouldMoveEarlier(_pool.epochEnd, end);
        uint256 received = _pull(TOKEN, msg.sender, amount);
        if (received == 0) revert AerieStaking_ZeroAmount();
        if (carried > 0 && (carried + received) * (_pool.epochEnd - _pool.updatedAt) < carried * duration) {
            revert AerieStaking_RateWouldDrop();
        }
        epochId = ++_pool.epochId;
        _pool.rewardsLeft = (carried + received).toUint128();
        _pool.rewardReserve += received.toUint128();
        _pool.epochStart = start.toUint64();
        _pool.epochEnd = end.toUint64();
        emit EpochFunded(epochId, msg.sender, received, carried, start, end);
    }

    /// @notice Allows an account to fund epochs, or no longer.
    function setFunder(address funder, bool allowed) external onlyOwner {
        isFunder[funder] = allowed;
        emit FunderSet(funder, allowed);
    }

    // ── views ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice What an account has staked and earns with; without what cools. Units of 10^-18 token.
    function stakedOf(address account) external view returns (uint256) {
        return _accounts[account].staked;
    }

    /// @notice What an account has in open tickets, ready or not. Units of 10^-18 token.
    function coolingOf(address account) external view returns (uint256) {
        return _accounts[account].cooling;
    }

    /// @notice Rewards of an account up to this second that are not claimed. Units of 10^-18 token, rounded down.
    function earned(address account) external view returns (uint256) {
        return _earned(_accounts[account], _poolNow().rewardPerToken);
    }

    /// @notice Tickets of an account that are not withdrawn, ready or not, in no order.
    /// @param offset place of the first ticket to return
    /// @param limit how many at most
    /// @return page the open tickets from `offset` on; empty beyond the end
    /// @return count how many are open
    function openTicketsOf(address account, uint256 offset, uint256 limit)
        external
        view
        returns (OpenTicket[] memory page, uint256 count)
    {
        uint64[] storage openIds = _openIds[account];
        count = openIds.length;
        uint256 size = offset >= count ? 0 : Math.min(limit, count - offset);
        page = new OpenTicket[](size);
        for (uint256 i = 0; i < size; i++) {
            uint64 id = openIds[offset + i];
            Ticket storage ticket = _tickets[account][id];
            page[i] = OpenTicket({id: id, amount: ticket.amount, readyAt: ticket.readyAt});
        }
    }

    /// @notice Sum of all stakes that earn. Units of 10^-18 token.
    function totalStaked() external view returns (uint256) {
        return _pool.totalStaked;
    }

    /// @notice Sum of all open tickets. Units of 10^-18 token.
    function totalCooling() external view returns (uint256) {
        return _pool.totalCooling;
    }

    /// @notice Reward tokens held: still to be streamed, plus streamed and not claimed. Units of 10^-18 token.
    function rewardReserve() external view returns (uint256) {
        return _pool.rewardReserve;
    }

    /// @notice What all stakers together earn a second while anybody stakes: units of 10^-18 token a second, times
    /// `RATE_SCALE`, rounded down; 0 when no epoch runs.
    function rewardRate() external view returns (uint256) {
        return _rate(_poolNow());
    }

    /// @notice The epoch as of this second; zeros before the first.
    /// @return id from 1
    /// @return start second in which it was funded
    /// @return end second in which it will be streamed out if somebody stakes until then; moves on while nobody does
    /// @return rate as `rewardRate`
    /// @return left still to be streamed, units of 10^-18 token
    function epoch() external view returns (uint256 id, uint256 start, uint256 end, uint256 rate, uint256 left) {
        Pool memory now_ = _poolNow();
        return (now_.epochId, now_.epochStart, now_.epochEnd, _rate(now_), now_.rewardsLeft);
    }

    /// @notice The pool as written at `updatedAt`, from which a reader computes any later second as this contract does.
    function pool() external view returns (Pool memory) {
        return _pool;
    }

    /// @notice An account as last written, from which a reader computes any later second as this contract does.
    function accountOf(address account) external view returns (Account memory) {
        return _accounts[account];
    }

    // ── inside ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function _stake(uint256 amount) private {
        Account storage account = _settle(msg.sender);
        uint128 received = _pull(TOKEN, msg.sender, amount).toUint128();
        if (received == 0) revert AerieStaking_ZeroAmount();
        account.staked += received;
        _pool.totalStaked += received;
        emit Staked(msg.sender, received, account.staked);
    }

    /// @dev Takes a ticket away; the caller of this function sends the tokens.
    function _close(uint256 ticketId) private returns (uint256 amount) {
        Account storage account = _accounts[msg.sender];
        Ticket memory ticket = _tickets[msg.sender][ticketId];
        if (ticketId >= account.ticketCount) revert AerieStaking_NoSuchTicket(ticketId);
        if (ticket.amount == 0) revert AerieStaking_AlreadyWithdrawn(ticketId);
        if (block.timestamp < ticket.readyAt) revert AerieStaking_StillCooling(ticketId, ticket.readyAt);
        delete _tickets[msg.sender][ticketId];
        _forgetOpen(ticket.place);
        amount = ticket.amount;
        account.cooling -= ticket.amount;
        _pool.totalCooling -= ticket.amount;
        emit Withdrawn(msg.sender, ticketId, amount);
    }

    /// @dev The last number takes the place of the one that goes.
    function _forgetOpen(uint64 place) private {
        uint64[] storage openIds = _openIds[msg.sender];
        uint64 last = openIds[openIds.length - 1];
        openIds.pop();
        if (place == openIds.length) return;
        openIds[place] = last;
        _tickets[msg.sender][last].place = place;
    }

    /// @dev Brings the pool and one account up to this second. Before every change of a stake or a reward.
    function _settle(address owner_) private returns (Account storage account) {
        _settlePool();
        account = _accounts[owner_];
        account.accrued = _earned(account, _pool.rewardPerToken).toUint128();
        account.rewardPerTokenPaid = _pool.rewardPerToken;
    }

    function _settlePool() private {
        Pool memory now_ = _poolNow();
        uint64 endBefore = _pool.epochEnd;
        _pool = now_;
        if (now_.epochEnd != endBefore) emit EpochExtended(now_.epochId, now_.epochEnd - endBefore, now_.epochEnd);
    }

    /// @dev The pool as of this second. Streams `left · dt / (end − updatedAt)`, so that nothing is left at the end and
    /// no rounding outlives the epoch. While nobody stakes the clock of the epoch stands still.
    function _poolNow() private view returns (Pool memory p) {
        p = _pool;
        // Several blocks share one second, and the clock of a local chain may even step back: nothing has passed then.
        if (block.timestamp <= p.updatedAt) return p;
        uint256 dt = block.timestamp - p.updatedAt;
        uint256 remaining = p.epochEnd > p.updatedAt ? p.epochEnd - p.updatedAt : 0;
        p.updatedAt = block.timestamp.toUint64();
        if (p.rewardsLeft == 0) return p;
        if (p.totalStaked == 0) {
            p.epochEnd = (uint256(p.epochEnd) + dt).toUint64();
            return p;
        }
        uint256 streamed = dt >= remaining ? p.rewardsLeft : (uint256(p.rewardsLeft) * dt) / remaining;
        p.rewardsLeft -= uint128(streamed);
        p.rewardPerToken += Math.mulDiv(streamed, SCALE, p.totalStaked);
    }

    function _earned(Account storage account, uint256 rewardPerToken) private view returns (uint256) {
        return account.accrued + Math.mulDiv(account.staked, rewardPerToken - account.rewardPerTokenPaid, SCALE);
    }

    function _rate(Pool memory now_) private pure returns (uint256) {
        if (now_.rewardsLeft == 0) return 0;
        return (uint256(now_.rewardsLeft) * RATE_SCALE) / (now_.epochEnd - now_.updatedAt);
    }

    function _owed(address token) internal view override returns (uint256) {
        if (token != address(TOKEN)) return 0;
        return uint256(_pool.totalStaked) + _pool.totalCooling + _pool.rewardReserve;
    }
}
