// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {AerieStaking} from "./AerieStaking.sol";
import {AerieVesting} from "./AerieVesting.sol";

/// @title What an account holds, and its tier
/// @notice Only reads; has no owner and no state. Amounts are in units of 10^-18 token.
contract AerieUtils {
    /// @notice Wallet balance plus vested from which on the tier is gold, that very amount included.
    uint256 public constant goldThreshold = 10_000e18;

    /// @notice The product token.
    IERC20 public immutable TOKEN;
    /// @notice Where it is staked.
    AerieStaking public immutable STAKING;
    /// @notice Where it is granted.
    AerieVesting public immutable VESTING;

    /// @notice The three contracts must work with one token.
    error AerieUtils_OtherToken();

    constructor(AerieStaking staking, AerieVesting vesting) {
        if (address(staking.TOKEN()) != address(vesting.TOKEN())) revert AerieUtils_OtherToken();
        TOKEN = staking.TOKEN();
        STAKING = staking;
        VESTING = vesting;
    }

    /// @notice Tier and holdings of an account. Staked tokens are shown and do not count for the tier; tokens in open
    /// tickets (`AerieStaking.coolingOf`) and unclaimed rewards are in none of the amounts.
    /// @return tier "Gold" when `unstaked + vested` is at least `goldThreshold`, else "None"
    /// @return unstaked balance of the wallet
    /// @return staked stake that earns
    /// @return vested granted and not released: still locked plus releasable now
    /// @return total sum of the three
    function getTier(address account)
        external
        view
        returns (string memory tier, uint256 unstaked, uint256 staked, uint256 vested, uint256 total)
    {
        unstaked = TOKEN.balanceOf(account);
        staked = STAKING.stakedOf(account);
        vested = VESTING.vestedOf(account);
        total = unstaked + staked + vested;
        tier = unstaked + vested >= goldThreshold ? "Gold" : "None";
    }
}
