// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {AerieToken} from "../src/AerieToken.sol";
import {AerieVesting} from "../src/AerieVesting.sol";
import {Test} from "./support/Test.sol";
import {FeeToken} from "./support/Tokens.sol";

contract VestingTests is Test {
    AerieToken private token;
    AerieVesting private vesting;
    address private ann;
    address private bob;

    function setUp() public {
        vm.warp(T0);
        token = newToken();
        vesting = new AerieVesting(token, OWNER);
        ann = personOf(0);
        bob = personOf(1);
        give(token, OWNER, 10_000_000e18);
        allow(token, OWNER, address(vesting), type(uint256).max);
    }

    function grant(address to, uint256 amount, uint256 start, uint256 cliff, uint256 duration) private {
        vm.prank(OWNER);
        vesting.grant(to, amount, start, cliff, duration);
    }

    function testFuzz_releases_nothing_before_the_cliff_and_a_straight_line_after(uint256 amount, uint256 time) public {
        amount = within(amount, 1, 1_000_000e18);
        time = within(time, 0, 500 days);
        vm.expectEmit(true, true, false, true, address(vesting));
        emit AerieVesting.Granted(ann, 0, amount, T0, 100 days, 400 days);
        grant(ann, amount, T0, 100 days, 400 days);
        eq(vesting.vestedOf(ann), amount, "vestedOf");
        vm.warp(T0 + time);
        uint256 due = time < 100 days ? 0 : time > 400 days ? amount : amount * time / 400 days;
        eq(vesting.releasableOf(ann), due, "releasable");
        vm.prank(ann);
        if (due == 0) vm.expectRevert(AerieVesting.AerieVesting_NothingToRelease.selector);
        vesting.release();
        eq(token.balanceOf(ann), due, "balance");
        eq(vesting.vestedOf(ann), amount - due, "vestedOf after");
        eq(vesting.totalVested(), amount - due, "totalVested");
    }

    function test_the_cliff_ends_with_its_last_second() public {
        grant(ann, 400e18, T0, 100 days, 400 days);
        vm.warp(T0 + 100 days - 1);
        eq(vesting.releasableOf(ann), 0, "a second early");
        vm.warp(T0 + 100 days);
        eq(vesting.releasableOf(ann), 100e18, "on time");
    }

    function testFuzz_many_releases_pay_what_one_pays(uint256 amount, uint256 first, uint256 second) public {
        amount = within(amount, 1, 1_000_000e18);
        first = within(first, 0, 300 days);
        second = within(second, first, 300 days);
        grant(ann, amount, T0, 0, 200 days);
        grant(bob, amount, T0, 0, 200 days);
        vm.warp(T0 + first);
        tryRelease(ann);
        vm.warp(T0 + second);
        tryRelease(ann);
        tryRelease(bob);
        eq(token.balanceOf(ann), token.balanceOf(bob), "balance");
    }

    function tryRelease(address person) private {
        if (vesting.releasableOf(person) == 0) return;
        vm.prank(person);
        vesting.release();
    }

    function test_one_release_pays_all_grants() public {
        grant(ann, 100e18, T0, 0, 100 days);
        grant(ann, 700e18, T0 + 10 days, 0, 7 days);
        vm.warp(T0 + 11 days);
        vm.expectEmit(true, true, false, true, address(vesting));
        emit AerieVesting.Released(ann, 0, 11e18);
        vm.expectEmit(true, true, false, true, address(vesting));
        emit AerieVesting.Released(ann, 1, 100e18);
        vm.prank(ann);
        eq(vesting.release(), 111e18, "paid");
        AerieVesting.Grant[] memory all = vesting.grantsOf(ann);
        eq(all.length, 2, "grants");
        eq(all[0].released, 11e18, "first");
        eq(all[1].released, 100e18, "second");
        eq(vesting.vestedOf(ann), 689e18, "vestedOf");
    }

    function testFuzz_pays_nothing_of_somebody_else(uint256 time) public {
        grant(ann, 100e18, T0, 0, 100 days);
        vm.warp(T0 + within(time, 0, 200 days));
        vm.prank(bob);
        vm.expectRevert(AerieVesting.AerieVesting_NothingToRelease.selector);
        vesting.release();
    }

    function test_a_grant_may_begin_in_the_past() public {
        grant(ann, 100e18, T0 - 50 days, 0, 100 days);
        eq(vesting.releasableOf(ann), 50e18, "releasable");
    }

    function testFuzz_refuses_a_schedule_that_cannot_be(uint256 start, uint256 cliff, uint256 duration) public {
        uint256 longest = vesting.MAX_DURATION();
        duration = duration % 4 == 0 ? 0 : within(duration, 0, 2 * longest);
        cliff = within(cliff, 0, 2 * longest);
        start = within(start, 0, 2 * (T0 + longest));
        bool good = duration > 0 && duration <= longest && cliff <= duration && start <= T0 + longest;
        vm.prank(OWNER);
        if (!good) vm.expectRevert(AerieVesting.AerieVesting_BadSchedule.selector);
        vesting.grant(ann, 1e18, start, cliff, duration);
        eq(vesting.vestedOf(ann), good ? 1e18 : 0, "vestedOf");
    }

    function test_refuses_a_beneficiary_that_cannot_release() public {
        vm.startPrank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(AerieVesting.AerieVesting_BadBeneficiary.selector, address(0)));
        vesting.grant(address(0), 1, T0, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(AerieVesting.AerieVesting_BadBeneficiary.selector, address(vesting)));
        vesting.grant(address(vesting), 1, T0, 0, 1);
        vm.expectRevert(AerieVesting.AerieVesting_ZeroAmount.selector);
        vesting.grant(ann, 0, T0, 0, 1);
    }

    function test_only_the_owner_grants() public {
        give(token, ann, 1e18);
        allow(token, ann, address(vesting), 1e18);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ann));
        vesting.grant(ann, 1e18, T0, 0, 1);
    }

    function test_a_full_list_takes_no_more_and_still_fits_into_a_block() public {
        for (uint256 i = 0; i < vesting.MAX_GRANTS(); i++) {
            grant(ann, 1e18, T0, 0, 10 days);
        }
        vm.prank(OWNER);
        vm.expectRevert(AerieVesting.AerieVesting_TooManyGrants.selector);
        vesting.grant(ann, 1e18, T0, 0, 10 days);
        vm.warp(T0 + 10 days);
        uint256 before = gasleft();
        vm.prank(ann);
        eq(vesting.release(), 32e18, "paid");
        le(before - gasleft(), 1_000_000, "gas");
    }

    function test_a_pause_stops_grants_and_no_release() public {
        grant(ann, 100e18, T0, 0, 100 days);
        vm.startPrank(OWNER);
        vesting.pauseDeposits();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vesting.grant(ann, 1e18, T0, 0, 1);
        vm.stopPrank();
        vm.warp(T0 + 100 days);
        vm.prank(ann);
        eq(vesting.release(), 100e18, "paid");
    }

    function test_a_clock_that_steps_back_stops_nothing() public {
        grant(ann, 100e18, T0, 0, 100 days);
        vm.warp(T0 + 50 days);
        vm.prank(ann);
        vesting.release();
        vm.warp(T0 + 10 days);
        eq(vesting.releasableOf(ann), 0, "releasable");
    }

    function test_owes_only_what_arrives_of_a_token_with_a_fee() public {
        FeeToken fee = new FeeToken(OWNER);
        AerieVesting other = new AerieVesting(fee, OWNER);
        allow(fee, OWNER, address(other), 100e18);
        vm.prank(OWNER);
        other.grant(ann, 100e18, T0, 0, 1);
        eq(other.vestedOf(ann), 99e18, "vestedOf");
    }

    function test_refuses_a_token_that_is_no_contract() public {
        vm.expectRevert(AerieVesting.AerieVesting_NoToken.selector);
        new AerieVesting(IERC20(address(0x7)), OWNER);
    }
}
