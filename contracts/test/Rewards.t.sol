// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieStaking} from "../src/AerieStaking.sol";
import {AerieToken} from "../src/AerieToken.sol";
import {StakingTest} from "./support/StakingTest.sol";
import {FeeToken, FreezableToken} from "./support/Tokens.sol";

contract RewardTests is StakingTest {
    // ── earning ────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_two_stakers_share_by_stake_and_time() public {
        stake(ann, 100e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + DAY);
        stake(bob, 300e18);
        vm.warp(T0 + 2 * DAY);
        eq(staking.earned(ann), 100e18 + 25e18, "ann");
        eq(staking.earned(bob), 75e18, "bob");
    }

    function test_what_was_earned_stays_when_the_stake_leaves() public {
        stake(ann, 100e18);
        stake(bob, 100e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + DAY);
        unstake(ann, 100e18);
        vm.warp(T0 + 2 * DAY);
        eq(staking.earned(ann), 50e18, "ann earned while staked, and nothing while cooling");
        eq(staking.earned(bob), 150e18, "bob");
    }

    /// Seconds without stakers lose no reward: the clock of the epoch stands still.
    function testFuzz_an_epoch_waits_while_nobody_stakes(uint256 gap) public {
        gap = within(gap, 0, 1000 * DAY);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + gap);
        (,, uint256 end, uint256 rate, uint256 left) = staking.epoch();
        eq(end, T0 + 10 * DAY + gap, "end");
        eq(rate, uint256(1000e18) * 1e18 / (10 * DAY), "rate");
        eq(left, 1000e18, "left");
        stake(ann, 1e18);
        vm.warp(T0 + gap + 4 * DAY);
        eq(staking.earned(ann), 400e18, "earned");
        unstake(ann, 1e18);
        vm.warp(T0 + 2 * gap + 4 * DAY);
        stake(bob, 5e18);
        vm.warp(T0 + 2 * gap + 10 * DAY);
        eq(staking.earned(bob), 600e18, "bob");
        eq(staking.rewardRate(), 0, "rate");
    }

    function test_says_that_the_epoch_moved_on() public {
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + 100);
        vm.expectEmit(true, false, false, true, address(staking));
        emit AerieStaking.EpochExtended(1, 100, T0 + 10 * DAY + 100);
        stake(ann, 1);
    }

    /// Splitting a stake over accounts earns no more.
    function testFuzz_splitting_earns_no_more(uint256 whole, uint256 part, uint256 reward, uint256 time) public {
        whole = within(whole, 2, 50_000e18);
        part = within(part, 1, whole - 1);
        address cat = personOf(2);
        address dan = personOf(3);
        splitBetween(cat, dan, whole, part);
        stake(ann, whole);
        fund(within(reward, 1, 1_000_000e18), 10 * DAY);
        vm.warp(T0 + within(time, 0, 11 * DAY));
        le(staking.earned(cat) + staking.earned(dan), staking.earned(ann), "split");
        near(staking.earned(cat) + staking.earned(dan), staking.earned(ann), 1, "and a unit less at most");
    }

    function splitBetween(address cat, address dan, uint256 whole, uint256 part) private {
        give(token, cat, part);
        give(token, dan, whole - part);
        allow(token, cat, address(staking), part);
        allow(token, dan, address(staking), whole - part);
        stake(cat, part);
        stake(dan, whole - part);
    }

    /// How often somebody looks in changes no reward by more than a unit a look.
    function testFuzz_looking_in_often_changes_nothing(uint256 reward, uint256 every) public {
        reward = within(reward, 1, 1_000_000e18);
        every = within(every, 1, DAY);
        stake(ann, 100e18);
        fund(reward, DAY);
        uint256 looks;
        for (uint256 t = every; t < DAY && looks < 20; t += every) {
            vm.warp(T0 + t);
            stake(bob, 1);
            unstake(bob, 1);
            looks++;
        }
        vm.warp(T0 + DAY);
        near(staking.earned(ann), reward, looks * 2 + 1, "earned");
    }

    function testFuzz_a_donation_moves_nothing(uint256 amount) public {
        stake(ann, 100e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + DAY);
        give(token, address(staking), within(amount, 1, 1_000_000e18));
        eq(staking.earned(ann), 100e18, "earned");
        eq(staking.rewardReserve(), 1000e18, "reserve");
        eq(staking.totalStaked(), 100e18, "totalStaked");
    }

    /// A local chain may start again with an earlier clock.
    function testFuzz_survives_a_clock_that_steps_back(uint256 back) public {
        stake(ann, 100e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + DAY);
        stake(ann, 1e18);
        vm.warp(T0 + DAY - within(back, 1, DAY));
        eq(staking.earned(ann), 100e18, "earned");
        stake(ann, 1e18);
        unstake(ann, 2e18);
        vm.prank(ann);
        eq(staking.claim(), 100e18, "claimed");
        staking.epoch();
    }

    // ── claim ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_a_claim_pays_what_was_earned_once(uint256 time) public {
        time = within(time, 1, 20 * DAY);
        stake(ann, 100e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + time);
        uint256 owed = staking.earned(ann);
        uint256 before = token.balanceOf(ann);
        vm.expectEmit(true, false, false, true, address(staking));
        emit AerieStaking.RewardClaimed(ann, owed);
        vm.prank(ann);
        eq(staking.claim(), owed, "paid");
        eq(token.balanceOf(ann) - before, owed, "balance");
        eq(staking.rewardReserve(), 1000e18 - owed, "reserve");
        vm.prank(ann);
        vm.expectRevert(AerieStaking.AerieStaking_NothingToClaim.selector);
        staking.claim();
    }

    function test_a_stranger_has_nothing_to_claim() public {
        stake(ann, 1e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + DAY);
        vm.prank(bob);
        vm.expectRevert(AerieStaking.AerieStaking_NothingToClaim.selector);
        staking.claim();
    }

    /// No call to a token stands between a staker and the ticket.
    function test_a_frozen_token_does_not_keep_a_stake_from_cooling() public {
        FreezableToken ice = new FreezableToken(ann);
        AerieStaking other = new AerieStaking(ice, OWNER, DAY);
        allow(ice, ann, address(other), 10e18);
        vm.prank(ann);
        other.stake(10e18);
        ice.freeze(true);
        vm.prank(ann);
        other.requestUnstake(10e18);
        vm.warp(T0 + DAY);
        ice.freeze(false);
        vm.prank(ann);
        eq(other.withdraw(0), 10e18, "paid");
    }

    // ── fund ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_an_epoch_says_who_funded_it(uint256 amount, uint256 duration) public {
        amount = within(amount, 1, 10_000_000e18);
        duration = within(duration, staking.MIN_EPOCH(), staking.MAX_EPOCH());
        vm.expectEmit(true, true, false, true, address(staking));
        emit AerieStaking.EpochFunded(1, OWNER, amount, 0, T0, T0 + duration);
        fund(amount, duration);
        (uint256 id, uint256 start, uint256 end, uint256 rate, uint256 left) = staking.epoch();
        eq(id, 1, "id");
        eq(start, T0, "start");
        eq(end, T0 + duration, "end");
        eq(left, amount, "left");
        eq(rate, amount * 1e18 / duration, "rate");
        eq(staking.rewardRate(), rate, "rewardRate");
    }

    function testFuzz_what_is_left_is_carried_into_the_next_epoch(uint256 time, uint256 more) public {
        time = within(time, 0, 10 * DAY - 1);
        more = within(more, 1000e18, 100_000e18);
        stake(ann, 100e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + time);
        (,,,, uint256 left) = staking.epoch();
        vm.expectEmit(true, true, false, true, address(staking));
        emit AerieStaking.EpochFunded(2, OWNER, more, left, T0 + time, T0 + time + 10 * DAY);
        fund(more, 10 * DAY);
        vm.warp(T0 + time + 10 * DAY);
        near(staking.earned(ann), 1000e18 + more, 2, "all of both");
    }

    /// Tiny fundings must not stretch what stakers were promised.
    function testFuzz_the_running_rate_never_drops(uint256 amount, uint256 duration, uint256 time) public {
        amount = within(amount, 1, 2000e18);
        duration = within(duration, 10 * DAY, 30 * DAY);
        stake(ann, 1e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + within(time, 0, 10 * DAY - 1));
        uint256 before = staking.rewardRate();
        vm.prank(OWNER);
        try staking.fund(amount, duration) {
            le(before, staking.rewardRate() + 1, "rate");
        } catch (bytes memory reason) {
            yes(bytes4(reason) == AerieStaking.AerieStaking_RateWouldDrop.selector, "reason");
            (,, uint256 end,, uint256 left) = staking.epoch();
            yes((left + amount) * (end - block.timestamp) < left * duration, "refused only what would drop");
        }
    }

    function test_only_the_owner_and_its_funders_fund() public {
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_NotFunder.selector, ann));
        staking.fund(1e18, DAY);
        vm.expectEmit(true, false, false, true, address(staking));
        emit AerieStaking.FunderSet(ann, true);
        vm.prank(OWNER);
        staking.setFunder(ann, true);
        vm.prank(ann);
        eq(staking.fund(1e18, DAY), 1, "epochId");
        vm.prank(OWNER);
        staking.setFunder(ann, false);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_NotFunder.selector, ann));
        staking.fund(100e18, DAY);
    }

    function testFuzz_refuses_a_duration_out_of_range(uint256 duration) public {
        duration = duration % 2 == 0
            ? duration % staking.MIN_EPOCH()
            : within(duration, staking.MAX_EPOCH() + 1, type(uint256).max - 1);
        vm.prank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_DurationOutOfRange.selector, duration));
        staking.fund(1e18, duration);
    }

    function test_refuses_to_fund_nothing() public {
        vm.prank(OWNER);
        vm.expectRevert(AerieStaking.AerieStaking_ZeroAmount.selector);
        staking.fund(0, DAY);
    }

    function test_promises_only_what_arrives_of_a_token_with_a_fee() public {
        FeeToken fee = new FeeToken(OWNER);
        AerieStaking other = new AerieStaking(fee, OWNER, DAY);
        allow(fee, OWNER, address(other), 100e18);
        vm.prank(OWNER);
        other.fund(100e18, DAY);
        eq(other.rewardReserve(), 99e18, "reserve");
    }

    /// The largest numbers that the token allows overflow nothing, nor does a stake of one unit that earns them all.
    function test_all_there_is_fits() public {
        AerieToken all = newToken();
        AerieStaking pool = new AerieStaking(all, OWNER, DAY);
        give(all, OWNER, 50_000_000e18);
        give(all, ann, 50_000_000e18);
        allow(all, OWNER, address(pool), type(uint256).max);
        allow(all, ann, address(pool), type(uint256).max);
        vm.prank(ann);
        pool.stake(1);
        vm.prank(OWNER);
        pool.fund(50_000_000e18, 1 hours);
        vm.warp(T0 + 1 hours);
        vm.prank(ann);
        pool.stake(50_000_000e18 - 1);
        vm.warp(T0 + 2 hours);
        eq(pool.earned(ann), 50_000_000e18, "earned");
        vm.prank(ann);
        eq(pool.claim(), 50_000_000e18, "claimed");
    }

    // ── raw readings ───────────────────────────────────────────────────────────────────────────────────────────────

    function test_pool_and_account_are_what_was_written() public {
        stake(ann, 100e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + DAY);
        unstake(ann, 40e18);
        vm.warp(T0 + 3 * DAY);
        AerieStaking.Pool memory p = staking.pool();
        eq(p.updatedAt, T0 + DAY, "updatedAt");
        eq(p.rewardsLeft, 900e18, "rewardsLeft");
        eq(p.totalStaked, 60e18, "totalStaked");
        eq(p.totalCooling, 40e18, "totalCooling");
        eq(p.rewardPerToken, 1e36 + 1, "rewardPerToken");
        AerieStaking.Account memory a = staking.accountOf(ann);
        eq(a.staked, 60e18, "staked");
        eq(a.accrued, 100e18, "accrued");
        eq(a.cooling, 40e18, "cooling");
        eq(a.rewardPerTokenPaid, 1e36 + 1, "paid");
    }
}
