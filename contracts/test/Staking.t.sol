// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {AerieStaking} from "../src/AerieStaking.sol";
import {StakingTest} from "./support/StakingTest.sol";
import {FeeToken, HookToken} from "./support/Tokens.sol";

contract StakingTests is StakingTest {
    // ── construction ───────────────────────────────────────────────────────────────────────────────────────────────

    function test_refuses_a_token_that_is_no_contract() public {
        vm.expectRevert(AerieStaking.AerieStaking_NoToken.selector);
        new AerieStaking(IERC20(address(0x7)), OWNER, DAY);
    }

    function testFuzz_refuses_an_unbonding_time_out_of_range(uint256 time) public {
        uint256 longest = staking.MAX_UNBONDING_TIME();
        time = time % 8 == 0 ? 0 : within(time, longest + 1, type(uint256).max - 1);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_UnbondingTimeOutOfRange.selector, time));
        new AerieStaking(token, OWNER, time);
    }

    function test_keeps_the_longest_unbonding_time() public {
        eq(new AerieStaking(token, OWNER, 30 days).unbondingTime(), 30 days, "unbondingTime");
    }

    // ── stake ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_a_stake_is_credited_one_to_one(uint256 amount) public {
        amount = within(amount, 1, 100_000e18);
        vm.expectEmit(true, false, false, true, address(staking));
        emit AerieStaking.Staked(ann, amount, amount);
        vm.prank(ann);
        staking.stake(amount);
        eq(staking.stakedOf(ann), amount, "stakedOf");
        eq(staking.totalStaked(), amount, "totalStaked");
        eq(token.balanceOf(address(staking)), amount, "balance");
    }

    function test_refuses_to_stake_nothing() public {
        vm.prank(ann);
        vm.expectRevert(AerieStaking.AerieStaking_ZeroAmount.selector);
        staking.stake(0);
    }

    function testFuzz_refuses_more_than_is_allowed(uint256 amount) public {
        amount = within(amount, 2, 100_000e18);
        allow(token, ann, address(staking), amount - 1);
        vm.prank(ann);
        vm.expectRevert();
        staking.stake(amount);
    }

    function test_credits_what_arrives_of_a_token_with_a_fee() public {
        FeeToken fee = new FeeToken(ann);
        AerieStaking other = new AerieStaking(fee, OWNER, DAY);
        allow(fee, ann, address(other), 100e18);
        vm.prank(ann);
        other.stake(100e18);
        eq(other.stakedOf(ann), 99e18, "stakedOf");
    }

    function test_cannot_be_entered_again_while_a_token_moves() public {
        HookToken hook = new HookToken(ann);
        AerieStaking other = new AerieStaking(hook, OWNER, DAY);
        allow(hook, ann, address(other), 100e18);
        // The token itself comes back in the middle with a stake of its own, which would be credited to both.
        vm.prank(ann);
        hook.transfer(address(hook), 1);
        allow(hook, address(hook), address(other), 1);
        hook.setHook(address(other), abi.encodeCall(AerieStaking.stake, (1)));
        vm.prank(ann);
        vm.expectRevert(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        other.stake(100e18);
    }

    function testFuzz_stakes_with_a_permit_alone(uint256 amount) public {
        amount = within(amount, 1, 100_000e18);
        allow(token, ann, address(staking), 0);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, keyOf(0), address(staking), amount, T0);
        vm.prank(ann);
        staking.stakeWithPermit(amount, T0, v, r, s);
        eq(staking.stakedOf(ann), amount, "stakedOf");
    }

    function test_stakes_with_a_permit_that_somebody_used_first() public {
        allow(token, ann, address(staking), 0);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, keyOf(0), address(staking), 5e18, T0);
        vm.prank(bob);
        token.permit(ann, address(staking), 5e18, T0, v, r, s);
        vm.prank(ann);
        staking.stakeWithPermit(5e18, T0, v, r, s);
        eq(staking.stakedOf(ann), 5e18, "stakedOf");
    }

    function test_a_permit_of_somebody_else_moves_nothing() public {
        allow(token, ann, address(staking), 0);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, keyOf(1), address(staking), 5e18, T0);
        vm.prank(ann);
        vm.expectRevert();
        staking.stakeWithPermit(5e18, T0, v, r, s);
    }

    function test_a_permit_past_its_deadline_moves_nothing() public {
        allow(token, ann, address(staking), 0);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, keyOf(0), address(staking), 5e18, T0 - 1);
        vm.prank(ann);
        vm.expectRevert();
        staking.stakeWithPermit(5e18, T0 - 1, v, r, s);
    }

    // ── unstake ────────────────────────────────────────────────────────────────────────────────────────────────────

    function testFuzz_a_ticket_waits_its_time_and_not_a_second_less(uint256 amount, uint256 early) public {
        amount = within(amount, 1, 100_000e18);
        early = within(early, 1, DAY);
        stake(ann, 100_000e18);
        vm.expectEmit(true, true, false, true, address(staking));
        emit AerieStaking.UnstakeRequested(ann, 0, amount, T0 + DAY);
        vm.prank(ann);
        eq(staking.requestUnstake(amount), 0, "ticketId");
        eq(staking.stakedOf(ann), 100_000e18 - amount, "stakedOf");
        eq(staking.coolingOf(ann), amount, "coolingOf");

        vm.warp(T0 + DAY - early);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_StillCooling.selector, 0, T0 + DAY));
        staking.withdraw(0);

        vm.warp(T0 + DAY);
        vm.expectEmit(true, true, false, true, address(staking));
        emit AerieStaking.Withdrawn(ann, 0, amount);
        vm.prank(ann);
        eq(staking.withdraw(0), amount, "paid");
        eq(token.balanceOf(ann), amount, "balance");
        eq(staking.totalCooling(), 0, "totalCooling");
    }

    function test_a_later_request_leaves_an_older_ticket_its_time() public {
        stake(ann, 10e18);
        unstake(ann, 4e18);
        vm.warp(T0 + DAY - 1);
        unstake(ann, 6e18);
        vm.warp(T0 + DAY);
        vm.prank(ann);
        eq(staking.withdraw(0), 4e18, "paid");
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_StillCooling.selector, 1, T0 + 2 * DAY - 1));
        staking.withdraw(1);
    }

    function testFuzz_refuses_to_unstake_more_than_the_stake(uint256 amount) public {
        amount = within(amount, 10e18 + 1, type(uint256).max - 1);
        stake(ann, 10e18);
        stake(bob, 100e18);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_InsufficientStake.selector, 10e18, amount));
        staking.requestUnstake(amount);
    }

    function test_refuses_to_unstake_nothing() public {
        stake(ann, 10e18);
        vm.prank(ann);
        vm.expectRevert(AerieStaking.AerieStaking_ZeroAmount.selector);
        staking.requestUnstake(0);
    }

    function test_pays_a_ticket_once() public {
        stake(ann, 10e18);
        stake(bob, 10e18);
        unstake(ann, 10e18);
        vm.warp(T0 + DAY);
        vm.startPrank(ann);
        staking.withdraw(0);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_AlreadyWithdrawn.selector, 0));
        staking.withdraw(0);
    }

    function test_pays_no_ticket_twice_in_one_call() public {
        stake(ann, 10e18);
        stake(bob, 10e18);
        unstake(ann, 10e18);
        vm.warp(T0 + DAY);
        uint256[] memory twice = new uint256[](2);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_AlreadyWithdrawn.selector, 0));
        staking.withdrawMany(twice);
    }

    function testFuzz_pays_nobody_elses_ticket(uint256 ticketId) public {
        stake(ann, 10e18);
        stake(bob, 10e18);
        unstake(ann, 10e18);
        vm.warp(T0 + DAY);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_NoSuchTicket.selector, ticketId));
        staking.withdraw(ticketId);
    }

    function test_withdraws_many_tickets_or_none() public {
        stake(ann, 10e18);
        unstake(ann, 1e18);
        unstake(ann, 2e18);
        vm.warp(T0 + 1);
        unstake(ann, 4e18);
        vm.warp(T0 + DAY);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_StillCooling.selector, 2, T0 + DAY + 1));
        staking.withdrawMany(ids(0, 2));
        eq(staking.coolingOf(ann), 7e18, "coolingOf");
        vm.prank(ann);
        eq(staking.withdrawMany(ids(1, 0)), 3e18, "paid");
        eq(staking.coolingOf(ann), 4e18, "coolingOf");
    }

    function test_refuses_to_withdraw_no_ticket() public {
        vm.prank(ann);
        vm.expectRevert(AerieStaking.AerieStaking_ZeroAmount.selector);
        staking.withdrawMany(new uint256[](0));
    }

    function testFuzz_open_tickets_are_read_in_pages(uint256 offset, uint256 limit) public {
        stake(ann, 10e18);
        for (uint256 i = 1; i <= 5; i++) {
            unstake(ann, i);
        }
        offset = offset % 2 == 0 ? offset % 8 : offset;
        limit = limit % 2 == 0 ? limit % 8 : limit;
        (AerieStaking.OpenTicket[] memory page, uint256 count) = staking.openTicketsOf(ann, offset, limit);
        eq(count, 5, "count");
        uint256 rest = offset < 5 ? 5 - offset : 0;
        eq(page.length, limit < rest ? limit : rest, "length");
        for (uint256 i = 0; i < page.length; i++) {
            eq(page[i].id, offset + i, "id");
            eq(page[i].amount, offset + i + 1, "amount");
            eq(page[i].readyAt, T0 + DAY, "readyAt");
        }
    }

    /// Whatever order they are withdrawn in, what is left is read, and keeps its number.
    function testFuzz_withdrawn_tickets_are_read_no_more(uint256 order) public {
        stake(ann, 10e18);
        for (uint256 i = 1; i <= 6; i++) {
            unstake(ann, i);
        }
        vm.warp(T0 + DAY);
        uint256 open = 21;
        for (uint256 left = 6; left > 0; left--) {
            (AerieStaking.OpenTicket[] memory all, uint256 count) = staking.openTicketsOf(ann, 0, 100);
            eq(count, left, "count");
            uint256 sum;
            for (uint256 i = 0; i < all.length; i++) {
                eq(all[i].amount, uint256(all[i].id) + 1, "a ticket keeps its number");
                sum += all[i].amount;
            }
            eq(sum, open, "sum");
            uint64 id = all[order % left].id;
            order /= left;
            vm.prank(ann);
            open -= staking.withdraw(id);
            vm.prank(ann);
            vm.expectRevert(abi.encodeWithSelector(AerieStaking.AerieStaking_AlreadyWithdrawn.selector, id));
            staking.withdraw(id);
        }
        unstake(ann, 7);
        (AerieStaking.OpenTicket[] memory next,) = staking.openTicketsOf(ann, 0, 100);
        eq(next[0].id, 6, "numbers are never used again");
    }

    /// What a reading costs depends on what is open, and not on the history.
    /// forge-config: default.isolate = true
    function test_a_reading_after_4000_withdrawn_tickets_costs_what_one_before_did() public {
        stake(ann, 10e18);
        unstake(ann, 1);
        staking.openTicketsOf(ann, 0, 200);
        uint256 before = vm.lastCallGas().gasTotalUsed;
        uint256[] memory closed = new uint256[](400);
        for (uint256 round = 0; round < 10; round++) {
            for (uint256 i = 0; i < 400; i++) {
                unstake(ann, 1);
                closed[i] = round * 400 + i + 1;
            }
            vm.warp(T0 + (round + 1) * DAY);
            vm.prank(ann);
            staking.withdrawMany(closed);
        }
        staking.openTicketsOf(ann, 0, 200);
        le(vm.lastCallGas().gasTotalUsed, before + 100, "gas of a reading");
    }

    /// A page of 200 of 4,000 that are open costs what a page of 200 costs.
    /// forge-config: default.isolate = true
    function test_a_page_of_4000_open_tickets_is_bounded() public {
        stake(ann, 10e18);
        for (uint256 i = 0; i < 4000; i++) {
            unstake(ann, 1);
        }
        (AerieStaking.OpenTicket[] memory page, uint256 count) = staking.openTicketsOf(ann, 3900, 200);
        eq(count, 4000, "count");
        eq(page.length, 100, "length");
        staking.openTicketsOf(ann, 0, 200);
        le(vm.lastCallGas().gasTotalUsed, 800_000, "gas of a page");
    }

    // ── pause ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_a_pause_stops_deposits_and_nothing_that_pays_out() public {
        stake(ann, 10e18);
        fund(1000e18, 10 * DAY);
        vm.prank(OWNER);
        staking.pauseDeposits();
        vm.prank(ann);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        staking.stake(1);
        vm.prank(ann);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        staking.stakeWithPermit(1, T0, 0, 0, 0);
        vm.prank(OWNER);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        staking.fund(1, DAY);

        vm.warp(T0 + DAY);
        unstake(ann, 10e18);
        vm.prank(ann);
        eq(staking.claim(), 100e18, "claimed");
        vm.warp(T0 + 2 * DAY);
        vm.prank(ann);
        eq(staking.withdraw(0), 10e18, "paid");

        vm.prank(OWNER);
        staking.resumeDeposits();
        stake(bob, 1);
    }
}
