// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieStaking} from "../src/AerieStaking.sol";
import {StakingTest} from "./support/StakingTest.sol";

/// A funding adds to what stakers were promised; it takes nothing from it, neither rate nor time.
contract FundingTests is StakingTest {
    uint256 private constant LONG = 1461 * DAY;

    /// A funder with most of the stake would take most of four years' rewards in one hour, and leave.
    function test_a_funder_cannot_end_the_epoch_early() public {
        stake(bob, 1000e18);
        fund(1_000_000e18, LONG);
        vm.prank(OWNER);
        staking.setFunder(ann, true);
        stake(ann, 9000e18);
        vm.prank(ann);
        vm.expectRevert(
            abi.encodeWithSelector(AerieStaking.AerieStaking_EndWouldMoveEarlier.selector, T0 + LONG, T0 + 1 hours)
        );
        staking.fund(1, 1 hours);
        vm.warp(T0 + 1 hours);
        unstake(ann, 9000e18);
        vm.warp(T0 + LONG);
        le(999_974e18, staking.earned(bob), "who stays has what was promised, but for the share of one hour");
    }

    /// At every second up to the promised end the stream is at least as fast as before, and the end is no earlier.
    function testFuzz_no_funding_lowers_what_was_promised(uint256 amount, uint256 duration, uint256 time, uint256 look)
        public
    {
        amount = within(amount, 1, 5000e18);
        stake(ann, 90e18);
        stake(bob, 10e18);
        fund(1000e18, 10 * DAY);
        uint256 now_ = T0 + within(time, 0, 10 * DAY - 1);
        vm.warp(now_);
        (,, uint256 end,,) = staking.epoch();
        duration = within(duration, staking.MIN_EPOCH(), 2 * (end - now_) + staking.MIN_EPOCH());
        uint256 later = within(look, now_, end - 1);
        (uint256 rate, uint256 owed) = seenAt(later, now_);
        vm.prank(OWNER);
        try staking.fund(amount, duration) {
            (,, uint256 endAfter,,) = staking.epoch();
            le(end, endAfter, "end");
            (uint256 rateAfter, uint256 owedAfter) = seenAt(later, now_);
            le(rate, rateAfter + 1, "rate");
            le(owed, owedAfter + 1, "what a present stake earns");
        } catch (bytes memory reason) {
            bool isShort = bytes4(reason) == AerieStaking.AerieStaking_EndWouldMoveEarlier.selector;
            yes(isShort || bytes4(reason) == AerieStaking.AerieStaking_RateWouldDrop.selector, "reason");
            eq(isShort ? 1 : 0, now_ + duration < end ? 1 : 0, "refused for its end only where that is earlier");
        }
    }

    function seenAt(uint256 later, uint256 back) private returns (uint256 rate, uint256 owed) {
        vm.warp(later);
        rate = staking.rewardRate();
        owed = staking.earned(bob);
        vm.warp(back);
    }

    function test_the_same_end_can_be_funded_on() public {
        stake(ann, 1e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + 9 * DAY);
        fund(1, DAY);
        (,, uint256 end,, uint256 left) = staking.epoch();
        eq(end, T0 + 10 * DAY, "end");
        eq(left, 100e18 + 1, "left");
    }

    function test_an_epoch_that_is_over_promises_no_end() public {
        stake(ann, 1e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + 10 * DAY);
        fund(1e18, 1 hours);
        (,, uint256 end,,) = staking.epoch();
        eq(end, T0 + 10 * DAY + 1 hours, "end");
    }

    /// A local chain may start again with an earlier clock: an epoch does not end before the last writing.
    function testFuzz_can_be_funded_after_a_clock_stepped_back(uint256 back) public {
        vm.warp(T0 + 10 * DAY);
        stake(ann, 1e18);
        vm.warp(T0 + 10 * DAY - within(back, 1, 10 * DAY));
        fund(1000e18, 1 hours);
        eq(staking.rewardRate(), uint256(1000e18) * 1e18 / 1 hours, "rate");
        vm.warp(T0 + 10 * DAY + 1 hours);
        eq(staking.earned(ann), 1000e18, "earned");
    }
}
