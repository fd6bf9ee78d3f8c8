// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @title What the owner of a contract that holds tokens may do, and what not
/// @notice The owner changes in two steps and cannot be given up. Deposits can be paused; nothing that pays out looks at the
/// pause. Tokens that came without a deposit can be recovered; tokens that the accounts of the contract owe to anybody cannot.
abstract contract Stewarded is Ownable2Step, Pausable, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice Tokens that nobody had deposited left the contract.
    /// @param token which
    /// @param to where they went
    /// @param amount in the token's smallest unit
    event SurplusRecovered(address indexed token, address indexed to, uint256 amount);

    /// @notice Ownership can be handed over, never given up: a paused contract could not take deposits again.
    error Stewarded_NotRenounceable();
    /// @notice The contract holds no more of this token than it owes.
    error Stewarded_NoSurplus(address token);

    constructor(address steward) Ownable(steward) {}

    /// @notice Stops new deposits. Whatever pays out goes on.
    function pauseDeposits() external onlyOwner {
        _pause();
    }

    /// @notice Takes deposits again.
    function resumeDeposits() external onlyOwner {
        _unpause();
    }

    /// @notice Sends away what came to this contract without a deposit: a donation, or a token sent by mistake. What the
    /// contract owes to its users stays out of reach.
    /// @param token any ERC-20
    /// @param to receives the surplus
    /// @return amount sent, in the token's smallest unit
    function recoverSurplus(IERC20 token, address to) external onlyOwner nonReentrant returns (uint256 amount) {
        uint256 held = token.balanceOf(address(this));
        uint256 owed = _owed(address(token));
        if (held <= owed) revert Stewarded_NoSurplus(address(token));
        amount = held - owed;
        token.safeTransfer(to, amount);
        emit SurplusRecovered(address(token), to, amount);
    }

    /// @notice Always refused.
    function renounceOwnership() public pure override(Ownable) {
        revert Stewarded_NotRenounceable();
    }

    /// @dev How much of `token` the accounts of this contract owe, in its smallest unit.
    function _owed(address token) internal view virtual returns (uint256);

    /// @dev Pulls `amount` from `from` and says what arrived: a token that keeps a fee cannot be credited in full. Only
    /// within `nonReentrant`, as a call back in between would be counted twice.
    function _pull(IERC20 token, address from, uint256 amount) internal returns (uint256 received) {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(from, address(this), amount);
        received = token.balanceOf(address(this)) - before;
    }

    /// @dev Uses a permit of the caller, if it can still be used. Anybody who sees one in the pool can use it first; the
    /// allowance is there all the same, and without one the pull that follows fails.
    function _usePermit(IERC20 token, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) internal {
        try IERC20Permit(address(token)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
    }
}
