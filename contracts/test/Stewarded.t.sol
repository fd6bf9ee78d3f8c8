// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {AerieStaking} from "../src/AerieStaking.sol";
import {AerieSubscriptions} from "../src/AerieSubscriptions.sol";
import {AerieToken} from "../src/AerieToken.sol";
import {AerieVesting} from "../src/AerieVesting.sol";
import {Stewarded} from "../src/Stewarded.sol";
import {TestUsdc} from "../src/TestUsdc.sol";
import {Test} from "./support/Test.sol";

/// The owner's powers, the same in all three contracts that hold tokens.
contract StewardTests is Test {
    AerieToken private token;
    TestUsdc private usdc;
    Stewarded[3] private all;
    address private ann;

    function setUp() public {
        vm.warp(T0);
        token = newToken();
        usdc = new TestUsdc(OWNER);
        AerieStaking staking = new AerieStaking(token, OWNER, 1 days);
        AerieVesting vesting = new AerieVesting(token, OWNER);
        AerieSubscriptions subscriptions = new AerieSubscriptions(usdc, OWNER);
        all = [Stewarded(staking), vesting, subscriptions];
        ann = personOf(0);
        fill(staking, vesting, subscriptions);
    }

    /// Puts something of every kind into each.
    function fill(AerieStaking staking, AerieVesting vesting, AerieSubscriptions subscriptions) private {
        give(token, OWNER, 1000e18);
        give(token, ann, 1000e18);
        for (uint256 i = 0; i < 3; i++) {
            allow(token, OWNER, address(all[i]), type(uint256).max);
            allow(token, ann, address(all[i]), type(uint256).max);
            allow(usdc, ann, address(all[i]), type(uint256).max);
        }
        vm.startPrank(OWNER);
        usdc.mint(ann, 1000e6);
        vesting.grant(ann, 100e18, T0, 0, 10 days);
        staking.fund(100e18, 1 days);
        subscriptions.setPlan(1, 10e6, true);
        vm.stopPrank();
        vm.startPrank(ann);
        staking.stake(100e18);
        staking.requestUnstake(50e18);
        subscriptions.subscribe(1, 3, 30e6);
        vm.stopPrank();
        vm.warp(T0 + 1 hours);
    }

    function test_what_is_owed_cannot_be_recovered() public {
        vm.startPrank(OWNER);
        for (uint256 i = 0; i < 3; i++) {
            address held = i == 2 ? address(usdc) : address(token);
            vm.expectRevert(abi.encodeWithSelector(Stewarded.Stewarded_NoSurplus.selector, held));
            all[i].recoverSurplus(TestUsdc(held), OWNER);
        }
    }

    function testFuzz_exactly_the_surplus_is_recovered(uint256 which, uint256 amount) public {
        Stewarded one = all[which % 3];
        amount = within(amount, 1, 1000e18);
        vm.prank(OWNER);
        usdc.mint(address(one), amount);
        give(token, address(one), amount);
        vm.startPrank(OWNER);
        vm.expectEmit(true, true, false, true, address(one));
        emit Stewarded.SurplusRecovered(address(usdc), TREASURY, amount);
        eq(one.recoverSurplus(usdc, TREASURY), amount, "usdc");
        eq(one.recoverSurplus(token, TREASURY), amount, "token");
        vm.expectRevert(abi.encodeWithSelector(Stewarded.Stewarded_NoSurplus.selector, address(token)));
        one.recoverSurplus(token, TREASURY);
    }

    function testFuzz_a_stranger_has_no_power(address stranger, uint256 which) public {
        vm.assume(stranger != OWNER && stranger != address(0));
        Stewarded one = all[which % 3];
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger);
        vm.startPrank(stranger);
        vm.expectRevert(refusal);
        one.pauseDeposits();
        vm.expectRevert(refusal);
        one.resumeDeposits();
        vm.expectRevert(refusal);
        one.recoverSurplus(token, stranger);
        vm.expectRevert(refusal);
        one.transferOwnership(stranger);
        vm.expectRevert(refusal);
        one.acceptOwnership();
        if (which % 3 == 0) {
            vm.expectRevert(refusal);
            AerieStaking(address(one)).setFunder(stranger, true);
        }
    }

    function testFuzz_ownership_moves_only_when_it_is_accepted(address next, uint256 which) public {
        vm.assume(next != OWNER && next != address(0));
        Stewarded one = all[which % 3];
        vm.prank(OWNER);
        one.transferOwnership(next);
        yes(one.owner() == OWNER, "still the first");
        yes(one.pendingOwner() == next, "pending");
        vm.prank(next);
        one.acceptOwnership();
        yes(one.owner() == next, "the next");
        vm.prank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, OWNER));
        one.pauseDeposits();
    }

    function test_ownership_cannot_be_given_up() public {
        for (uint256 i = 0; i < 3; i++) {
            vm.prank(OWNER);
            vm.expectRevert(Stewarded.Stewarded_NotRenounceable.selector);
            all[i].renounceOwnership();
        }
    }

    function test_a_pause_is_said() public {
        for (uint256 i = 0; i < 3; i++) {
            vm.startPrank(OWNER);
            vm.expectEmit(true, true, true, true, address(all[i]));
            emit Pausable.Paused(OWNER);
            all[i].pauseDeposits();
            vm.expectEmit(true, true, true, true, address(all[i]));
            emit Pausable.Unpaused(OWNER);
            all[i].resumeDeposits();
            vm.stopPrank();
        }
    }
}
