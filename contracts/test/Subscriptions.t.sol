// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {AerieSubscriptions} from "../src/AerieSubscriptions.sol";
import {TestUsdc} from "../src/TestUsdc.sol";
import {Test} from "./support/Test.sol";
import {FeeToken} from "./support/Tokens.sol";

contract SubscriptionTests is Test {
    uint256 private constant PLAN = 1;
    uint256 private constant PRICE = 49_000_000;

    TestUsdc private usdc;
    AerieSubscriptions private subscriptions;
    uint256 private month;
    address private ann;
    address private bob;

    function setUp() public {
        vm.warp(T0);
        usdc = new TestUsdc(OWNER);
        subscriptions = new AerieSubscriptions(usdc, OWNER);
        month = subscriptions.MONTH();
        ann = personOf(0);
        bob = personOf(1);
        vm.startPrank(OWNER);
        subscriptions.setPlan(PLAN, PRICE, true);
        usdc.mint(ann, 100_000e6);
        usdc.mint(bob, 100_000e6);
        vm.stopPrank();
        allow(usdc, ann, address(subscriptions), type(uint256).max);
    }

    function subscribe(uint256 months) private returns (uint256) {
        vm.prank(ann);
        return subscriptions.subscribe(PLAN, months, months * PRICE);
    }

    function testFuzz_a_payment_buys_thirty_days_a_month(uint256 months) public {
        months = within(months, 1, 24);
        uint256 until = T0 + months * 30 days;
        vm.expectEmit(true, true, false, true, address(subscriptions));
        emit AerieSubscriptions.Subscribed(ann, PLAN, months, months * PRICE, T0, until);
        eq(subscribe(months), until, "until");
        eq(subscriptions.paidUntil(ann, PLAN), until, "paidUntil");
        eq(subscriptions.paidUntil(ann, 2), 0, "another plan");
        eq(subscriptions.paidUntil(bob, PLAN), 0, "another account");
        eq(usdc.balanceOf(ann), 100_000e6 - months * PRICE, "paid");
        eq(subscriptions.proceeds(), months * PRICE, "proceeds");
    }

    function testFuzz_renewing_extends_from_the_later_of_now_and_the_end(uint256 pause) public {
        pause = within(pause, 0, 100 days);
        subscribe(1);
        vm.warp(T0 + pause);
        uint256 from = pause > month ? T0 + pause : T0 + month;
        eq(subscribe(2), from + 2 * month, "until");
    }

    function test_is_active_up_to_the_last_second() public {
        subscribe(1);
        vm.warp(T0 + month - 1);
        yes(subscriptions.isActive(ann, PLAN), "last second");
        vm.warp(T0 + month);
        yes(!subscriptions.isActive(ann, PLAN), "the end is excluded");
    }

    function testFuzz_takes_no_more_than_was_agreed(uint256 price, uint256 most) public {
        price = within(price, 1, 1000e6);
        most = within(most, 0, 3000e6);
        vm.prank(OWNER);
        subscriptions.setPlan(PLAN, price, true);
        vm.prank(ann);
        if (3 * price > most) {
            vm.expectRevert(
                abi.encodeWithSelector(AerieSubscriptions.AerieSubscriptions_PriceAboveMax.selector, 3 * price, most)
            );
        }
        subscriptions.subscribe(PLAN, 3, most);
        le(100_000e6 - usdc.balanceOf(ann), most, "paid");
    }

    function testFuzz_refuses_months_out_of_range(uint256 months) public {
        months = months % 4 == 0 ? 0 : within(months, 25, type(uint256).max - 1);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieSubscriptions.AerieSubscriptions_MonthsOutOfRange.selector, months));
        subscriptions.subscribe(PLAN, months, type(uint256).max);
    }

    function testFuzz_pays_with_a_permit_alone(uint256 months) public {
        months = within(months, 1, 24);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(usdc, keyOf(1), address(subscriptions), months * PRICE, T0);
        vm.prank(bob);
        subscriptions.subscribeWithPermit(PLAN, months, months * PRICE, T0, v, r, s);
        eq(subscriptions.paidUntil(bob, PLAN), T0 + months * month, "paidUntil");
    }

    function test_pays_with_a_permit_that_somebody_used_first() public {
        (uint8 v, bytes32 r, bytes32 s) = signPermit(usdc, keyOf(1), address(subscriptions), PRICE, T0);
        usdc.permit(bob, address(subscriptions), PRICE, T0, v, r, s);
        vm.prank(bob);
        subscriptions.subscribeWithPermit(PLAN, 1, PRICE, T0, v, r, s);
        yes(subscriptions.isActive(bob, PLAN), "active");
    }

    function test_without_allowance_nothing_is_bought() public {
        vm.prank(bob);
        vm.expectRevert();
        subscriptions.subscribe(PLAN, 1, PRICE);
        eq(subscriptions.paidUntil(bob, PLAN), 0, "paidUntil");
    }

    function testFuzz_a_plan_that_was_never_set_cannot_be_bought(uint256 planId) public {
        vm.assume(planId != PLAN);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieSubscriptions.AerieSubscriptions_NotOffered.selector, planId));
        subscriptions.subscribe(planId, 1, PRICE);
    }

    function test_a_plan_that_is_taken_back_keeps_what_is_paid() public {
        subscribe(2);
        vm.expectEmit(true, false, false, true, address(subscriptions));
        emit AerieSubscriptions.PlanSet(PLAN, 0, false);
        vm.prank(OWNER);
        subscriptions.setPlan(PLAN, 0, false);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieSubscriptions.AerieSubscriptions_NotOffered.selector, PLAN));
        subscriptions.subscribe(PLAN, 1, PRICE);
        eq(subscriptions.paidUntil(ann, PLAN), T0 + 2 * month, "paidUntil");
    }

    function testFuzz_a_plan_has_the_price_that_was_set(uint256 planId, uint128 price) public {
        vm.startPrank(OWNER);
        if (price == 0) vm.expectRevert(AerieSubscriptions.AerieSubscriptions_ZeroPrice.selector);
        subscriptions.setPlan(planId, price, true);
        (uint256 monthlyPrice, bool offered) = subscriptions.planOf(planId);
        if (price == 0) return;
        eq(monthlyPrice, price, "price");
        yes(offered, "offered");
    }

    function test_only_the_owner_sets_plans_and_takes_payments_out() public {
        subscribe(1);
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ann);
        vm.startPrank(ann);
        vm.expectRevert(refusal);
        subscriptions.setPlan(PLAN, 1, true);
        vm.expectRevert(refusal);
        subscriptions.withdrawProceeds(ann, 1);
    }

    function testFuzz_payments_are_taken_out_up_to_what_came_in(uint256 amount) public {
        subscribe(24);
        amount = within(amount, 0, 48 * PRICE);
        bool fits = amount <= 24 * PRICE;
        vm.startPrank(OWNER);
        // A donation is no payment.
        usdc.mint(address(subscriptions), 100 * PRICE);
        subscriptions.pauseDeposits();
        if (!fits) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    AerieSubscriptions.AerieSubscriptions_InsufficientProceeds.selector, 24 * PRICE, amount
                )
            );
        } else {
            vm.expectEmit(true, false, false, true, address(subscriptions));
            emit AerieSubscriptions.ProceedsWithdrawn(bob, amount);
        }
        subscriptions.withdrawProceeds(bob, amount);
        eq(usdc.balanceOf(bob), 100_000e6 + (fits ? amount : 0), "paid out");
        eq(subscriptions.proceeds(), 24 * PRICE - (fits ? amount : 0), "proceeds");
    }

    function test_a_pause_stops_payments_and_shortens_nothing() public {
        subscribe(1);
        vm.prank(OWNER);
        subscriptions.pauseDeposits();
        vm.startPrank(ann);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        subscriptions.subscribe(PLAN, 1, PRICE);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        subscriptions.subscribeWithPermit(PLAN, 1, PRICE, T0, 0, 0, 0);
        yes(subscriptions.isActive(ann, PLAN), "active");
    }

    function test_refuses_a_token_that_keeps_part_of_a_payment() public {
        FeeToken fee = new FeeToken(ann);
        AerieSubscriptions other = new AerieSubscriptions(fee, OWNER);
        vm.prank(OWNER);
        other.setPlan(PLAN, 100, true);
        allow(fee, ann, address(other), 100);
        vm.prank(ann);
        vm.expectRevert(abi.encodeWithSelector(AerieSubscriptions.AerieSubscriptions_PaidShort.selector, 99, 100));
        other.subscribe(PLAN, 1, 100);
    }

    function test_refuses_a_token_that_is_no_contract() public {
        vm.expectRevert(AerieSubscriptions.AerieSubscriptions_NoToken.selector);
        new AerieSubscriptions(IERC20(address(0x7)), OWNER);
    }
}
