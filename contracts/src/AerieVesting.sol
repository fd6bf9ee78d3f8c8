// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Stewarded} from "./Stewarded.sol";

/// @title Tokens that become their owner's over time
/// @notice A grant is paid in when it is made, belongs to one account, cannot be sold, moved or taken back, and is released
/// evenly from its start to its end, nothing before its cliff. Amounts are in units of 10^-18 token, times in seconds.
contract AerieVesting is Stewarded {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;

    /// @notice One grant.
    struct Grant {
        /// What it releases in all.
        uint128 amount;
        /// What it has released.
        uint128 released;
        uint64 start;
        /// Seconds after `start` before which nothing is released.
        uint64 cliff;
        /// Seconds after `start` at which all is released.
        uint64 duration;
    }

    /// @notice An account cannot have more grants, so that a release always fits into a block.
    uint256 public constant MAX_GRANTS = 32;
    /// @notice The longest duration, in seconds, and how far ahead a grant may start.
    uint256 public constant MAX_DURATION = 3653 days;

    /// @notice The token that is granted.
    IERC20 public immutable TOKEN;
    /// @notice Sum of all that is granted and not released: what this contract owes. Units of 10^-18 token.
    uint256 public totalVested;
    /// @notice What an account was granted and has not released yet: still locked plus releasable now. This is the "vested"
    /// of the tier. Units of 10^-18 token.
    mapping(address account => uint256) public vestedOf;

    mapping(address account => Grant[]) private _grants;

    /// @notice A grant was paid in.
    event Granted(
        address indexed beneficiary,
        uint256 indexed grantId,
        uint256 amount,
        uint256 start,
        uint256 cliff,
        uint256 duration
    );
    /// @notice Part of a grant was paid out.
    event Released(address indexed beneficiary, uint256 indexed grantId, uint256 amount);

    /// @notice Zero is not an amount.
    error AerieVesting_ZeroAmount();
    /// @notice The beneficiary must be an account that can call `release`.
    error AerieVesting_BadBeneficiary(address beneficiary);
    /// @notice The token must be a contract.
    error AerieVesting_NoToken();
    /// @notice A grant needs a duration from 1 to `MAX_DURATION`, a cliff within it, and a start within `MAX_DURATION` of now.
    error AerieVesting_BadSchedule();
    /// @notice The account has `MAX_GRANTS` grants.
    error AerieVesting_TooManyGrants();
    /// @notice Nothing can be released at this second.
    error AerieVesting_NothingToRelease();

    /// @param token granted; what arrives is credited
    /// @param steward first owner, who alone makes grants
    constructor(IERC20 token, address steward) Stewarded(steward) {
        if (address(token).code.length == 0) revert AerieVesting_NoToken();
        TOKEN = token;
    }

    /// @notice Makes a grant with tokens of the owner. It cannot be changed or revoked.
    /// @param beneficiary to whom it belongs
    /// @param amount units of 10^-18 token, above 0
    /// @param start second at which vesting begins; may be past
    /// @param cliff seconds after `start` before which nothing can be released, at most `duration`
    /// @param duration seconds after `start` at which all can be released
    /// @return grantId number of the grant among the beneficiary's own, from 0
    function grant(address beneficiary, uint256 amount, uint256 start, uint256 cliff, uint256 duration)
        external
        onlyOwner
        nonReentrant
        whenNotPaused
        returns (uint256 grantId)
    {
        if (beneficiary == address(0) || beneficiary == address(this)) {
            revert AerieVesting_BadBeneficiary(beneficiary);
        }
        bool fits = duration > 0 && duration <= MAX_DURATION && cliff <= duration;
        if (!fits || start > block.timestamp + MAX_DURATION) revert AerieVesting_BadSchedule();
        grantId = _grants[beneficiary].length;
        if (grantId >= MAX_GRANTS) revert AerieVesting_TooManyGrants();
        uint256 received = _pull(TOKEN, msg.sender, amount);
        if (received == 0) revert AerieVesting_ZeroAmount();
        _grants[beneficiary].push(
            Grant({
                amount: received.toUint128(),
                released: 0,
                start: start.toUint64(),
                cliff: cliff.toUint64(),
                duration: duration.toUint64()
            })
        );
        vestedOf[beneficiary] += received;
        totalVested += received;
        emit Granted(beneficiary, grantId, received, start, cliff, duration);
    }

    /// @notice Pays out all that the caller's grants have released by now. Never paused.
    /// @return amount paid, units of 10^-18 token; each grant rounded down, the last second pays the rest
    function release() external nonReentrant returns (uint256 amount) {
        Grant[] storage mine = _grants[msg.sender];
        for (uint256 i = 0; i < mine.length; i++) {
            uint256 part = _releasable(mine[i]);
            if (part == 0) continue;
            mine[i].released += uint128(part);
            amount += part;
            emit Released(msg.sender, i, part);
        }
        if (amount == 0) revert AerieVesting_NothingToRelease();
        vestedOf[msg.sender] -= amount;
        totalVested -= amount;
        TOKEN.safeTransfer(msg.sender, amount);
    }

    /// @notice What `release` would pay an account now. Units of 10^-18 token, rounded down.
    function releasableOf(address account) external view returns (uint256 amount) {
        Grant[] storage all = _grants[account];
        for (uint256 i = 0; i < all.length; i++) {
            amount += _releasable(all[i]);
        }
    }

    /// @notice All grants of an account, oldest first, at most `MAX_GRANTS`; a grant's number is its place from 0.
    function grantsOf(address account) external view returns (Grant[] memory) {
        return _grants[account];
    }

    /// @dev Released by the schedule, minus what was paid. `amount · elapsed / duration`, rounded down.
    function _releasable(Grant storage one) private view returns (uint256) {
        if (block.timestamp < uint256(one.start) + one.cliff) return 0;
        uint256 elapsed = Math.min(block.timestamp - one.start, one.duration);
        uint256 due = (uint256(one.amount) * elapsed) / one.duration;
        // A clock that steps back (a local chain) must not stop the other grants from being paid.
        return Math.saturatingSub(due, one.released);
    }

    function _owed(address token) internal view override returns (uint256) {
        return token == address(TOKEN) ? totalVested : 0;
    }
}
