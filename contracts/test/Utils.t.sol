// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieStaking} from "../src/AerieStaking.sol";
import {AerieToken} from "../src/AerieToken.sol";
import {AerieUtils} from "../src/AerieUtils.sol";
import {AerieVesting} from "../src/AerieVesting.sol";
import {Test} from "./support/Test.sol";

contract TierTests is Test {
    AerieToken private token;
    AerieStaking private staking;
    AerieVesting private vesting;
    AerieUtils private utils;
    address private ann;

    function setUp() public {
        vm.warp(T0);
        token = newToken();
        staking = new AerieStaking(token, OWNER, 1 days);
        vesting = new AerieVesting(token, OWNER);
        utils = new AerieUtils(staking, vesting);
        ann = personOf(0);
        give(token, OWNER, 1_000_000e18);
        allow(token, OWNER, address(vesting), type(uint256).max);
        allow(token, ann, address(staking), type(uint256).max);
    }

    function hold(uint256 unstaked, uint256 staked, uint256 vested) private {
        give(token, ann, unstaked + staked);
        if (staked > 0) {
            vm.prank(ann);
            staking.stake(staked);
        }
        if (vested > 0) {
            vm.prank(OWNER);
            vesting.grant(ann, vested, T0, 0, 10 days);
        }
    }

    function isGold() private view returns (bool) {
        (string memory tier,,,,) = utils.getTier(ann);
        bool gold = keccak256(bytes(tier)) == keccak256("Gold");
        yes(gold || keccak256(bytes(tier)) == keccak256("None"), "one of two names");
        return gold;
    }

    function testFuzz_says_what_an_account_holds(uint256 unstaked, uint256 staked, uint256 vested) public {
        unstaked = within(unstaked, 0, 20_000e18);
        staked = within(staked, 0, 20_000e18);
        vested = within(vested, 0, 20_000e18);
        hold(unstaked, staked, vested);
        (, uint256 a, uint256 b, uint256 c, uint256 total) = utils.getTier(ann);
        eq(a, unstaked, "unstaked");
        eq(b, staked, "staked");
        eq(c, vested, "vested");
        eq(total, unstaked + staked + vested, "total");
        yes(isGold() == (unstaked + vested >= 10_000e18), "gold");
    }

    function testFuzz_gold_begins_exactly_at_the_threshold(uint256 vested) public {
        vested = within(vested, 0, 10_000e18 - 1);
        hold(10_000e18 - vested - 1, 0, vested);
        yes(!isGold(), "one unit short");
        give(token, ann, 1);
        yes(isGold(), "the very amount");
        eq(utils.goldThreshold(), 10_000e18, "threshold");
    }

    function testFuzz_more_balance_never_lowers_the_tier(uint256 unstaked, uint256 more) public {
        hold(within(unstaked, 0, 20_000e18), 0, 0);
        bool before = isGold();
        give(token, ann, within(more, 0, 20_000e18));
        yes(isGold() || !before, "tier");
    }

    function test_a_stake_is_shown_and_does_not_count() public {
        hold(0, 50_000e18, 0);
        yes(!isGold(), "staked alone");
        vm.prank(ann);
        staking.requestUnstake(50_000e18);
        (, uint256 unstaked, uint256 staked, uint256 vested, uint256 total) = utils.getTier(ann);
        eq(unstaked + staked + vested + total, 0, "what cools is in none of the amounts");
        vm.warp(T0 + 1 days);
        vm.prank(ann);
        staking.withdraw(0);
        yes(isGold(), "withdrawn");
    }

    /// Releasing moves tokens from one part of the sum to the other.
    function testFuzz_a_release_changes_no_tier(uint256 time) public {
        hold(0, 0, 10_000e18);
        vm.warp(T0 + within(time, 1, 20 days));
        vm.prank(ann);
        vesting.release();
        yes(isGold(), "gold");
    }

    function test_refuses_contracts_of_two_tokens() public {
        AerieVesting other = new AerieVesting(newToken(), OWNER);
        vm.expectRevert(AerieUtils.AerieUtils_OtherToken.selector);
        new AerieUtils(staking, other);
    }
}
